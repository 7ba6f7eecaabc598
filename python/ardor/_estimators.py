"""An estimator for every method, written by generate.py from the document of the methods: do not edit."""
# pylint: disable=too-many-lines

from ._sklearn import UnweightedClassifier, WeightedClassifier

__all__ = [
    "JCFOClassifier",
    "SPRClassifier",
    "SMLRClassifier",
    "LogisticClassifier",
    "SVML1Classifier",
    "PKLRRFEClassifier",
    "SVMClassifier",
    "SVMRFEClassifier",
    "SVML0Classifier",
    "SVMRMClassifier",
    "PFCVMClassifier",
    "PFCVMEMClassifier",
    "PCVMClassifier",
    "EPCVMClassifier",
    "RVMClassifier",
    "RSFMClassifier",
    "GPClassifier",
    "BPMClassifier",
    "ARDEPClassifier",
    "ARDLaplaceClassifier",
    "ProjectionClassifier",
    "LDAClassifier",
    "KNNClassifier",
    "MajorityClassifier",
    "AdaBoostClassifier",
    "ForwardClassifier",
    "AutoClassifier",
]


class JCFOClassifier(WeightedClassifier):
    """Joint classifier and feature optimisation (probit, Laplace priors on weights and feature scales).

    The method ``jcfo`` of ardor. Settings that are None are left to the library, or to `tune`. Attributes and
    methods are those of :class:`ardor.Classifier`.

    Parameters
    ----------
    basis : {"linear", "poly:R", "rbf"} or None
        Basis functions. None: ``rbf``.
    lam1 : float or None
        L1 rate of the weights: lam1 = gamma1 of the paper's (13); auto: sqrt(n/200); linear and poly:1, where
        lam1 * lam2 counts: 0.04 n, behind a screen 2.45; tuned with `tune`.
    lam2 : float or None
        Rate of the scales: lam2 = gamma2 of the paper's (14); auto: 2 sqrt(n/200); linear and poly:1: as
        lam1; tuned with `tune`.
    strength : float or None
        Strength of the sparse probit regression that screens the features; auto: 0.17, of linear and poly:1
        tuned with `tune` (unit: of lam_max).
    screen : {"auto", "none", "restrict", "open"} or None
        Features of sparse probit regression only (restrict), first with others entering (open), or all
        (none); auto: restrict where p > 5 n. None: auto.
    penalise_bias : bool or None
        Penalise the bias with lam1 too; auto: yes for rbf and poly:2 upwards, else no.
    start_scale : float or None
        Every scale starts at this over the number of features (unit: 1/p). None: 1.0.
    centres : int or None
        Rows that carry a weight in the ridge start (spread over the classes; others enter as they are
        needed); auto: all up to 500, else 500; solver em: all (unit: rows).
    starts : int or None
        Starts, of which the one of the highest objective is kept: the first as usual, the second by sparse
        probit regression (rbf, poly:2 upwards: with scales as features correlate with the labels), others
        with random scales. None: 1.
    weakest : float or None
        Rbf and poly:2 upwards: least lam1 that `tune` tries; auto: 0.01 up to 150 samples, 0.1 up to 400,
        else 0.3 (unit: at 200 samples).
    solver : {"direct", "em"} or None
        Direct: proximal Newton, with exact zeros; em: expectation-maximisation as in the paper, slow, where
        weights and scales up to 1e-6 of the largest count as zero. None: direct.
    tol : float or None
        Direct: largest KKT violation, relative to lam1 and lam2; em: relative change of the objective; auto:
        1e-5, em 1e-10.
    max_iter : int or None
        Most iterations; auto: 300, em 10000.
    standardise : {"train", "all", "samples", "none"}
        Rows whose mean and deviation scale the features: 0 and 1 on these. ``samples`` scales every row by
        itself.
    impute : str or None
        What stands for missing values (NaN): ``median``, ``mean`` or ``knn:K``. None: they are an error.
    log : str, float, bool or None
        Natural logarithm of all values first, raised to this floor; True: without one.
    filter : str or None
        ``NAME:K`` keeps the K features of the largest score on the training rows, NAME one of ``ttest``,
        ``fdr``, ``signal-to-noise``, ``wilcoxon``, ``anova``, ``mrmr``, ``laplacian``, ``variance``; with
        `tune` also ``NAME:K1,K2,..``.
    pca : int or None
        Give the method the first K principal components of the training rows instead.
    multiclass : {"auto", "native", "pairs", "rest"} or None
        How more than two classes are told apart. None: by the method itself if it can, else by pairs.
    tune : str, bool or None
        Choose the settings that are left None inside the training rows: ``auto`` (or True), ``cv:K``,
        ``holdout:F`` or ``alo`` (approximate leave-one-out, where the method has it). None: they keep their
        untuned values, but of ``auto``, which is tuned unless this is ``none``.
    rule : {"auto", "one-se", "deviance", "error", "keep", "sparse"} or None
        Which candidate of the tuning is taken.
    relax : {"none", "auto"} or None
        Fit the chosen features again with weaker penalties where that lowers the inner error; with `tune`.
    class_weight : dict, "balanced" or None
        Factors on the weights of the training rows of each class: {label: factor}. ``balanced``: every class
        weighs the same.
    n_jobs : int or None
        Threads. None: 1; -1: all processors. Results do not depend on it.
    random_state : int, RandomState instance or None
        Seed of every random choice; the same one gives the same model. None: 1, so that fits can be repeated.
    time_limit : float or None
        Seconds after which the fit ends with what it has; then a ConvergenceWarning says so.
    callback : callable or None
        Called about ten times a second with an :class:`ardor.Progress`. If it returns something true the work
        is cancelled: a tuning ends with the candidates that are finished, and where nothing is, `fit` raises
        :class:`ardor.Cancelled`.

    References
    ----------
    Krishnapuram, Hartemink, Carin, Figueiredo, IEEE TPAMI 26(9), 2004
    """

    _method = 'jcfo'
    _setting_names = {'lam1': 'lam1', 'lam2': 'lam2', 'strength': 'strength', 'screen': 'screen',
                      'penalise_bias': 'penalise_bias', 'start_scale': 'start_scale', 'centres': 'centres',
                      'starts': 'starts', 'weakest': 'weakest', 'solver': 'solver', 'tol': 'tol', 'max_iter':
                      'max_iter'}
    _many_classes = False

    def __init__(self, *, basis=None, lam1=None, lam2=None, strength=None, screen=None, penalise_bias=None,
                 start_scale=None, centres=None, starts=None, weakest=None, solver=None, tol=None,
                 max_iter=None, standardise='train', impute=None, log=None, filter=None, pca=None,
                 multiclass=None, tune=None, rule=None, relax=None, class_weight=None, n_jobs=None,
                 random_state=None, time_limit=None, callback=None):
        self.basis = basis
        self.lam1 = lam1
        self.lam2 = lam2
        self.strength = strength
        self.screen = screen
        self.penalise_bias = penalise_bias
        self.start_scale = start_scale
        self.centres = centres
        self.starts = starts
        self.weakest = weakest
        self.solver = solver
        self.tol = tol
        self.max_iter = max_iter
        self.standardise = standardise
        self.impute = impute
        self.log = log
        self.filter = filter
        self.pca = pca
        self.multiclass = multiclass
        self.tune = tune
        self.rule = rule
        self.relax = relax
        self.class_weight = class_weight
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.time_limit = time_limit
        self.callback = callback


class SPRClassifier(WeightedClassifier):
    """Sparse probit regression (Laplace prior on the weights).

    The method ``spr`` of ardor. Settings that are None are left to the library, or to `tune`. Attributes and
    methods are those of :class:`ardor.Classifier`.

    Parameters
    ----------
    basis : {"identity", "linear", "poly:R", "rbf"} or None
        Basis functions. None: ``identity``.
    lam1 : float or None
        L1 rate of the weights; auto: strength * lam_max.
    strength : float or None
        Rate as a share of lam_max, the least rate at which every weight is zero; auto: 0.35 sqrt(log m / n)
        for m weights and n samples, at most 0.2, and 0.2 where p > 5 n; tuned with `tune` (unit: of lam_max).
    scale : float or None
        Theta of every feature; auto: 1/p; tuned with `tune`.
    sigma : float or None
        Width of rbf instead of scale: theta = 1/(2 sigma^2).
    penalise_bias : bool or None
        Penalise the bias with lam1 too; auto: yes for rbf and poly:2 upwards, else no.
    tol : float or None
        Largest KKT violation, relative to lam1. None: 1e-05.
    max_iter : int or None
        Most iterations. None: 300.
    standardise : {"train", "all", "samples", "none"}
        Rows whose mean and deviation scale the features: 0 and 1 on these. ``samples`` scales every row by
        itself.
    impute : str or None
        What stands for missing values (NaN): ``median``, ``mean`` or ``knn:K``. None: they are an error.
    log : str, float, bool or None
        Natural logarithm of all values first, raised to this floor; True: without one.
    filter : str or None
        ``NAME:K`` keeps the K features of the largest score on the training rows, NAME one of ``ttest``,
        ``fdr``, ``signal-to-noise``, ``wilcoxon``, ``anova``, ``mrmr``, ``laplacian``, ``variance``; with
        `tune` also ``NAME:K1,K2,..``.
    pca : int or None
        Give the method the first K principal components of the training rows instead.
    multiclass : {"auto", "native", "pairs", "rest"} or None
        How more than two classes are told apart. None: by the method itself if it can, else by pairs.
    tune : str, bool or None
        Choose the settings that are left None inside the training rows: ``auto`` (or True), ``cv:K``,
        ``holdout:F`` or ``alo`` (approximate leave-one-out, where the method has it). None: they keep their
        untuned values, but of ``auto``, which is tuned unless this is ``none``.
    rule : {"auto", "one-se", "deviance", "error", "keep", "sparse"} or None
        Which candidate of the tuning is taken.
    relax : {"none", "auto"} or None
        Fit the chosen features again with weaker penalties where that lowers the inner error; with `tune`.
    force : str, list of str or None
        Features that are in every model and not penalised: names, globs (``batch*``), or ranges ``A:B``.
    class_weight : dict, "balanced" or None
        Factors on the weights of the training rows of each class: {label: factor}. ``balanced``: every class
        weighs the same.
    n_jobs : int or None
        Threads. None: 1; -1: all processors. Results do not depend on it.
    random_state : int, RandomState instance or None
        Seed of every random choice; the same one gives the same model. None: 1, so that fits can be repeated.
    time_limit : float or None
        Seconds after which the fit ends with what it has; then a ConvergenceWarning says so.
    callback : callable or None
        Called about ten times a second with an :class:`ardor.Progress`. If it returns something true the work
        is cancelled: a tuning ends with the candidates that are finished, and where nothing is, `fit` raises
        :class:`ardor.Cancelled`.

    References
    ----------
    Figueiredo, IEEE TPAMI 25, 2003; Krishnapuram et al., IEEE TPAMI 26(9), 2004, section 3.1
    """

    _method = 'spr'
    _setting_names = {'lam1': 'lam1', 'strength': 'strength', 'scale': 'scale', 'sigma': 'sigma',
                      'penalise_bias': 'penalise_bias', 'tol': 'tol', 'max_iter': 'max_iter'}
    _many_classes = False

    def __init__(self, *, basis=None, lam1=None, strength=None, scale=None, sigma=None, penalise_bias=None,
                 tol=None, max_iter=None, standardise='train', impute=None, log=None, filter=None, pca=None,
                 multiclass=None, tune=None, rule=None, relax=None, force=None, class_weight=None,
                 n_jobs=None, random_state=None, time_limit=None, callback=None):
        self.basis = basis
        self.lam1 = lam1
        self.strength = strength
        self.scale = scale
        self.sigma = sigma
        self.penalise_bias = penalise_bias
        self.tol = tol
        self.max_iter = max_iter
        self.standardise = standardise
        self.impute = impute
        self.log = log
        self.filter = filter
        self.pca = pca
        self.multiclass = multiclass
        self.tune = tune
        self.rule = rule
        self.relax = relax
        self.force = force
        self.class_weight = class_weight
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.time_limit = time_limit
        self.callback = callback


class SMLRClassifier(WeightedClassifier):
    """Sparse multinomial logistic regression (Laplace prior on the weights).

    The method ``smlr`` of ardor. Settings that are None are left to the library, or to `tune`. Attributes and
    methods are those of :class:`ardor.Classifier`.

    Parameters
    ----------
    basis : {"identity", "linear", "poly:R", "rbf"} or None
        Basis functions. None: ``identity``.
    lam : float or None
        Rate of the penalty lam (alpha |W|_1 + (1 - alpha)/2 |W|^2); auto: strength times the rate of the
        strength 1.
    strength : float or None
        Lam as a share of lam_max / alpha, the least rate at which every weight is zero; auto as in spr. alpha
        = 0: as in logistic. Tuned with `tune` (unit: of lam_max).
    alpha : float or None
        Share of the L1 penalty: 1 the lasso, 0 the ridge, in between the elastic net. None: 1.0.
    group : bool or None
        Of more than two classes: the L1 share is of the length |W_j| of the weights that a term has in all
        classes, which are zero together or not at all; of two there is one weight, and nothing to group.
        None: no.
    reference : {"none", "last"} or None
        Of more than two classes: none: the weights of every class are penalised, and classes count alike;
        last: those of the last class are 0, as in the paper, so that the model depends on which is last.
        None: none.
    bayes : bool or None
        Take lam from the rule lam = nonzero weights / |W|_1, found by itself from weak to strong; nothing but
        the scale is tuned. None: no.
    scale : float or None
        Theta of every feature; auto: 1/p; tuned with `tune`.
    sigma : float or None
        Width of rbf instead of scale: theta = 1/(2 sigma^2).
    tol : float or None
        Largest KKT violation, relative to the largest derivative of the penalty. None: 1e-05.
    max_iter : int or None
        Most iterations. None: 300.
    standardise : {"train", "all", "samples", "none"}
        Rows whose mean and deviation scale the features: 0 and 1 on these. ``samples`` scales every row by
        itself.
    impute : str or None
        What stands for missing values (NaN): ``median``, ``mean`` or ``knn:K``. None: they are an error.
    log : str, float, bool or None
        Natural logarithm of all values first, raised to this floor; True: without one.
    filter : str or None
        ``NAME:K`` keeps the K features of the largest score on the training rows, NAME one of ``ttest``,
        ``fdr``, ``signal-to-noise``, ``wilcoxon``, ``anova``, ``mrmr``, ``laplacian``, ``variance``; with
        `tune` also ``NAME:K1,K2,..``.
    pca : int or None
        Give the method the first K principal components of the training rows instead.
    multiclass : {"auto", "native", "pairs", "rest"} or None
        How more than two classes are told apart. None: by the method itself if it can, else by pairs.
    tune : str, bool or None
        Choose the settings that are left None inside the training rows: ``auto`` (or True), ``cv:K``,
        ``holdout:F`` or ``alo`` (approximate leave-one-out, where the method has it). None: they keep their
        untuned values, but of ``auto``, which is tuned unless this is ``none``.
    rule : {"auto", "one-se", "deviance", "error", "keep", "sparse"} or None
        Which candidate of the tuning is taken.
    relax : {"none", "auto"} or None
        Fit the chosen features again with weaker penalties where that lowers the inner error; with `tune`.
    force : str, list of str or None
        Features that are in every model and not penalised: names, globs (``batch*``), or ranges ``A:B``.
    class_weight : dict, "balanced" or None
        Factors on the weights of the training rows of each class: {label: factor}. ``balanced``: every class
        weighs the same.
    n_jobs : int or None
        Threads. None: 1; -1: all processors. Results do not depend on it.
    random_state : int, RandomState instance or None
        Seed of every random choice; the same one gives the same model. None: 1, so that fits can be repeated.
    time_limit : float or None
        Seconds after which the fit ends with what it has; then a ConvergenceWarning says so.
    callback : callable or None
        Called about ten times a second with an :class:`ardor.Progress`. If it returns something true the work
        is cancelled: a tuning ends with the candidates that are finished, and where nothing is, `fit` raises
        :class:`ardor.Cancelled`.

    References
    ----------
    Krishnapuram, Carin, Figueiredo, Hartemink, IEEE TPAMI 27(6), 2005; Cawley, Talbot, Girolami, NIPS 2006
    """

    _method = 'smlr'
    _setting_names = {'lam': 'lam', 'strength': 'strength', 'alpha': 'alpha', 'group': 'group', 'reference':
                      'reference', 'bayes': 'bayes', 'scale': 'scale', 'sigma': 'sigma', 'tol': 'tol',
                      'max_iter': 'max_iter'}
    _many_classes = True

    def __init__(self, *, basis=None, lam=None, strength=None, alpha=None, group=None, reference=None,
                 bayes=None, scale=None, sigma=None, tol=None, max_iter=None, standardise='train',
                 impute=None, log=None, filter=None, pca=None, multiclass=None, tune=None, rule=None,
                 relax=None, force=None, class_weight=None, n_jobs=None, random_state=None, time_limit=None,
                 callback=None):
        self.basis = basis
        self.lam = lam
        self.strength = strength
        self.alpha = alpha
        self.group = group
        self.reference = reference
        self.bayes = bayes
        self.scale = scale
        self.sigma = sigma
        self.tol = tol
        self.max_iter = max_iter
        self.standardise = standardise
        self.impute = impute
        self.log = log
        self.filter = filter
        self.pca = pca
        self.multiclass = multiclass
        self.tune = tune
        self.rule = rule
        self.relax = relax
        self.force = force
        self.class_weight = class_weight
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.time_limit = time_limit
        self.callback = callback


class LogisticClassifier(WeightedClassifier):
    """Logistic regression (lasso, elastic net, ridge).

    The method ``logistic`` of ardor. Settings that are None are left to the library, or to `tune`. Attributes
    and methods are those of :class:`ardor.Classifier`.

    Parameters
    ----------
    basis : {"identity", "linear", "poly:R", "rbf"} or None
        Basis functions. None: ``identity``.
    lam : float or None
        Rate of the penalty lam (alpha |w|_1 + (1 - alpha)/2 |w|^2); auto: strength times the rate of the
        strength 1.
    strength : float or None
        Lam as a share of lam_max / alpha, the least rate at which every weight is zero; auto as in spr. alpha
        = 0: of the rate at which all weights together have less than one degree of freedom; auto: 0.003.
        Tuned with `tune` (unit: of lam_max).
    alpha : float or None
        Share of the L1 penalty: 1 the lasso, 0 the ridge, in between the elastic net. None: 1.0.
    scale : float or None
        Theta of every feature; auto: 1/p; tuned with `tune`.
    sigma : float or None
        Width of rbf instead of scale: theta = 1/(2 sigma^2).
    penalise_bias : bool or None
        Penalise the bias with lam too; auto: yes for rbf and poly:2 upwards, else no.
    tol : float or None
        Largest KKT violation, relative to the largest derivative of the penalty. None: 1e-05.
    max_iter : int or None
        Most iterations. None: 300.
    standardise : {"train", "all", "samples", "none"}
        Rows whose mean and deviation scale the features: 0 and 1 on these. ``samples`` scales every row by
        itself.
    impute : str or None
        What stands for missing values (NaN): ``median``, ``mean`` or ``knn:K``. None: they are an error.
    log : str, float, bool or None
        Natural logarithm of all values first, raised to this floor; True: without one.
    filter : str or None
        ``NAME:K`` keeps the K features of the largest score on the training rows, NAME one of ``ttest``,
        ``fdr``, ``signal-to-noise``, ``wilcoxon``, ``anova``, ``mrmr``, ``laplacian``, ``variance``; with
        `tune` also ``NAME:K1,K2,..``.
    pca : int or None
        Give the method the first K principal components of the training rows instead.
    multiclass : {"auto", "native", "pairs", "rest"} or None
        How more than two classes are told apart. None: by the method itself if it can, else by pairs.
    tune : str, bool or None
        Choose the settings that are left None inside the training rows: ``auto`` (or True), ``cv:K``,
        ``holdout:F`` or ``alo`` (approximate leave-one-out, where the method has it). None: they keep their
        untuned values, but of ``auto``, which is tuned unless this is ``none``.
    rule : {"auto", "one-se", "deviance", "error", "keep", "sparse"} or None
        Which candidate of the tuning is taken.
    relax : {"none", "auto"} or None
        Fit the chosen features again with weaker penalties where that lowers the inner error; with `tune`.
    force : str, list of str or None
        Features that are in every model and not penalised: names, globs (``batch*``), or ranges ``A:B``.
    class_weight : dict, "balanced" or None
        Factors on the weights of the training rows of each class: {label: factor}. ``balanced``: every class
        weighs the same.
    n_jobs : int or None
        Threads. None: 1; -1: all processors. Results do not depend on it.
    random_state : int, RandomState instance or None
        Seed of every random choice; the same one gives the same model. None: 1, so that fits can be repeated.
    time_limit : float or None
        Seconds after which the fit ends with what it has; then a ConvergenceWarning says so.
    callback : callable or None
        Called about ten times a second with an :class:`ardor.Progress`. If it returns something true the work
        is cancelled: a tuning ends with the candidates that are finished, and where nothing is, `fit` raises
        :class:`ardor.Cancelled`.

    References
    ----------
    Friedman, Hastie, Tibshirani, J. Stat. Softw. 33(1), 2010; Tibshirani, JRSS B 58, 1996; Zou, Hastie, JRSS
    B 67, 2005
    """

    _method = 'logistic'
    _setting_names = {'lam': 'lam', 'strength': 'strength', 'alpha': 'alpha', 'scale': 'scale', 'sigma':
                      'sigma', 'penalise_bias': 'penalise_bias', 'tol': 'tol', 'max_iter': 'max_iter'}
    _many_classes = False

    def __init__(self, *, basis=None, lam=None, strength=None, alpha=None, scale=None, sigma=None,
                 penalise_bias=None, tol=None, max_iter=None, standardise='train', impute=None, log=None,
                 filter=None, pca=None, multiclass=None, tune=None, rule=None, relax=None, force=None,
                 class_weight=None, n_jobs=None, random_state=None, time_limit=None, callback=None):
        self.basis = basis
        self.lam = lam
        self.strength = strength
        self.alpha = alpha
        self.scale = scale
        self.sigma = sigma
        self.penalise_bias = penalise_bias
        self.tol = tol
        self.max_iter = max_iter
        self.standardise = standardise
        self.impute = impute
        self.log = log
        self.filter = filter
        self.pca = pca
        self.multiclass = multiclass
        self.tune = tune
        self.rule = rule
        self.relax = relax
        self.force = force
        self.class_weight = class_weight
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.time_limit = time_limit
        self.callback = callback


class SVML1Classifier(WeightedClassifier):
    """Linear support vector machine (squared hinge, L1 norm; Platt's probabilities).

    The method ``svm-l1`` of ardor. Settings that are None are left to the library, or to `tune`. Attributes
    and methods are those of :class:`ardor.Classifier`.

    Parameters
    ----------
    lam1 : float or None
        L1 rate of the weights, 1/C of LIBLINEAR; auto: strength * lam_max.
    strength : float or None
        Rate as a share of lam_max, the least rate at which every weight is zero; auto as in spr; tuned with
        `tune` (unit: of lam_max).
    folds_seed : int or None
        Of the folds whose decision values make the probabilities; auto: the common seed.
    tol : float or None
        Largest KKT violation, relative to lam1. None: 1e-05.
    max_iter : int or None
        Most iterations. None: 300.
    standardise : {"train", "all", "samples", "none"}
        Rows whose mean and deviation scale the features: 0 and 1 on these. ``samples`` scales every row by
        itself.
    impute : str or None
        What stands for missing values (NaN): ``median``, ``mean`` or ``knn:K``. None: they are an error.
    log : str, float, bool or None
        Natural logarithm of all values first, raised to this floor; True: without one.
    filter : str or None
        ``NAME:K`` keeps the K features of the largest score on the training rows, NAME one of ``ttest``,
        ``fdr``, ``signal-to-noise``, ``wilcoxon``, ``anova``, ``mrmr``, ``laplacian``, ``variance``; with
        `tune` also ``NAME:K1,K2,..``.
    pca : int or None
        Give the method the first K principal components of the training rows instead.
    multiclass : {"auto", "native", "pairs", "rest"} or None
        How more than two classes are told apart. None: by the method itself if it can, else by pairs.
    tune : str, bool or None
        Choose the settings that are left None inside the training rows: ``auto`` (or True), ``cv:K``,
        ``holdout:F`` or ``alo`` (approximate leave-one-out, where the method has it). None: they keep their
        untuned values, but of ``auto``, which is tuned unless this is ``none``.
    rule : {"auto", "one-se", "deviance", "error", "keep", "sparse"} or None
        Which candidate of the tuning is taken.
    relax : {"none", "auto"} or None
        Fit the chosen features again with weaker penalties where that lowers the inner error; with `tune`.
    force : str, list of str or None
        Features that are in every model and not penalised: names, globs (``batch*``), or ranges ``A:B``.
    class_weight : dict, "balanced" or None
        Factors on the weights of the training rows of each class: {label: factor}. ``balanced``: every class
        weighs the same.
    n_jobs : int or None
        Threads. None: 1; -1: all processors. Results do not depend on it.
    random_state : int, RandomState instance or None
        Seed of every random choice; the same one gives the same model. None: 1, so that fits can be repeated.
    time_limit : float or None
        Seconds after which the fit ends with what it has; then a ConvergenceWarning says so.
    callback : callable or None
        Called about ten times a second with an :class:`ardor.Progress`. If it returns something true the work
        is cancelled: a tuning ends with the candidates that are finished, and where nothing is, `fit` raises
        :class:`ardor.Cancelled`.

    References
    ----------
    Fan, Chang, Hsieh, Wang, Lin, JMLR 9, 2008; Platt, in Advances in Large Margin Classifiers, 1999
    """

    _method = 'svm-l1'
    _setting_names = {'lam1': 'lam1', 'strength': 'strength', 'folds_seed': 'folds_seed', 'tol': 'tol',
                      'max_iter': 'max_iter'}
    _many_classes = False

    def __init__(self, *, lam1=None, strength=None, folds_seed=None, tol=None, max_iter=None,
                 standardise='train', impute=None, log=None, filter=None, pca=None, multiclass=None,
                 tune=None, rule=None, relax=None, force=None, class_weight=None, n_jobs=None,
                 random_state=None, time_limit=None, callback=None):
        self.lam1 = lam1
        self.strength = strength
        self.folds_seed = folds_seed
        self.tol = tol
        self.max_iter = max_iter
        self.standardise = standardise
        self.impute = impute
        self.log = log
        self.filter = filter
        self.pca = pca
        self.multiclass = multiclass
        self.tune = tune
        self.rule = rule
        self.relax = relax
        self.force = force
        self.class_weight = class_weight
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.time_limit = time_limit
        self.callback = callback


class PKLRRFEClassifier(WeightedClassifier):
    """Recursive feature elimination with penalised (kernel) logistic regression.

    The method ``pklr-rfe`` of ardor. Settings that are None are left to the library, or to `tune`. Attributes
    and methods are those of :class:`ardor.Classifier`.

    Parameters
    ----------
    basis : {"identity", "rbf"} or None
        Basis functions. None: ``identity``.
    k : int or None
        How many features are kept, at most; tuned with `tune` (unit: features). None: 10.
    lam : float or None
        Rate of the penalty lam/2 |w|^2, of all fits; tuned with `tune`. None: 1.0.
    scale_factor : float or None
        Rbf: theta of every feature, of each fit with p features of its own; not tuned (unit: 1/p). None: 1.0.
    tol : float or None
        Largest KKT violation, relative to the largest derivative of the penalty. None: 1e-06.
    max_iter : int or None
        Most iterations. None: 300.
    standardise : {"train", "all", "samples", "none"}
        Rows whose mean and deviation scale the features: 0 and 1 on these. ``samples`` scales every row by
        itself.
    impute : str or None
        What stands for missing values (NaN): ``median``, ``mean`` or ``knn:K``. None: they are an error.
    log : str, float, bool or None
        Natural logarithm of all values first, raised to this floor; True: without one.
    filter : str or None
        ``NAME:K`` keeps the K features of the largest score on the training rows, NAME one of ``ttest``,
        ``fdr``, ``signal-to-noise``, ``wilcoxon``, ``anova``, ``mrmr``, ``laplacian``, ``variance``; with
        `tune` also ``NAME:K1,K2,..``.
    pca : int or None
        Give the method the first K principal components of the training rows instead.
    multiclass : {"auto", "native", "pairs", "rest"} or None
        How more than two classes are told apart. None: by the method itself if it can, else by pairs.
    tune : str, bool or None
        Choose the settings that are left None inside the training rows: ``auto`` (or True), ``cv:K``,
        ``holdout:F`` or ``alo`` (approximate leave-one-out, where the method has it). None: they keep their
        untuned values, but of ``auto``, which is tuned unless this is ``none``.
    rule : {"auto", "one-se", "deviance", "error", "keep", "sparse"} or None
        Which candidate of the tuning is taken.
    relax : {"none", "auto"} or None
        Fit the chosen features again with weaker penalties where that lowers the inner error; with `tune`.
    force : str, list of str or None
        Features that are in every model and not penalised: names, globs (``batch*``), or ranges ``A:B``.
    class_weight : dict, "balanced" or None
        Factors on the weights of the training rows of each class: {label: factor}. ``balanced``: every class
        weighs the same.
    n_jobs : int or None
        Threads. None: 1; -1: all processors. Results do not depend on it.
    random_state : int, RandomState instance or None
        Seed of every random choice; the same one gives the same model. None: 1, so that fits can be repeated.
    time_limit : float or None
        Seconds after which the fit ends with what it has; then a ConvergenceWarning says so.
    callback : callable or None
        Called about ten times a second with an :class:`ardor.Progress`. If it returns something true the work
        is cancelled: a tuning ends with the candidates that are finished, and where nothing is, `fit` raises
        :class:`ardor.Cancelled`.

    References
    ----------
    Zhu and Hastie, Biostatistics 5(3), 2004
    """

    _method = 'pklr-rfe'
    _setting_names = {'k': 'k', 'lam': 'lam', 'scale_factor': 'scale_factor', 'tol': 'tol', 'max_iter':
                      'max_iter'}
    _many_classes = False

    def __init__(self, *, basis=None, k=None, lam=None, scale_factor=None, tol=None, max_iter=None,
                 standardise='train', impute=None, log=None, filter=None, pca=None, multiclass=None,
                 tune=None, rule=None, relax=None, force=None, class_weight=None, n_jobs=None,
                 random_state=None, time_limit=None, callback=None):
        self.basis = basis
        self.k = k
        self.lam = lam
        self.scale_factor = scale_factor
        self.tol = tol
        self.max_iter = max_iter
        self.standardise = standardise
        self.impute = impute
        self.log = log
        self.filter = filter
        self.pca = pca
        self.multiclass = multiclass
        self.tune = tune
        self.rule = rule
        self.relax = relax
        self.force = force
        self.class_weight = class_weight
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.time_limit = time_limit
        self.callback = callback


class SVMClassifier(UnweightedClassifier):
    """Support vector machine (C-SVC of LIBSVM; Platt's probabilities).

    The method ``svm`` of ardor. Settings that are None are left to the library, or to `tune`. Attributes and
    methods are those of :class:`ardor.Classifier`.

    Parameters
    ----------
    basis : {"identity", "linear", "poly:R", "rbf"} or None
        Basis functions. None: ``rbf``.
    C : float or None
        What a unit of a row's slack costs; tuned with `tune`. None: 1.0.
    scale : float or None
        Theta of every feature; auto: 1/p; tuned with `tune`.
    sigma : float or None
        Width of rbf instead of scale: theta = 1/(2 sigma^2).
    folds_seed : int or None
        Of the folds whose decision values make the probabilities; auto: the common seed.
    tol : float or None
        Largest violation of the dual's conditions; LIBSVM's own default is 1e-3. None: 0.0001.
    standardise : {"train", "all", "samples", "none"}
        Rows whose mean and deviation scale the features: 0 and 1 on these. ``samples`` scales every row by
        itself.
    impute : str or None
        What stands for missing values (NaN): ``median``, ``mean`` or ``knn:K``. None: they are an error.
    log : str, float, bool or None
        Natural logarithm of all values first, raised to this floor; True: without one.
    filter : str or None
        ``NAME:K`` keeps the K features of the largest score on the training rows, NAME one of ``ttest``,
        ``fdr``, ``signal-to-noise``, ``wilcoxon``, ``anova``, ``mrmr``, ``laplacian``, ``variance``; with
        `tune` also ``NAME:K1,K2,..``.
    pca : int or None
        Give the method the first K principal components of the training rows instead.
    multiclass : {"auto", "native", "pairs", "rest"} or None
        How more than two classes are told apart. None: by the method itself if it can, else by pairs.
    tune : str, bool or None
        Choose the settings that are left None inside the training rows: ``auto`` (or True), ``cv:K``,
        ``holdout:F`` or ``alo`` (approximate leave-one-out, where the method has it). None: they keep their
        untuned values, but of ``auto``, which is tuned unless this is ``none``.
    rule : {"auto", "one-se", "deviance", "error", "keep", "sparse"} or None
        Which candidate of the tuning is taken.
    class_weight : dict, "balanced" or None
        Factors on the weights of the training rows of each class: {label: factor}. ``balanced``: every class
        weighs the same.
    n_jobs : int or None
        Threads. None: 1; -1: all processors. Results do not depend on it.
    random_state : int, RandomState instance or None
        Seed of every random choice; the same one gives the same model. None: 1, so that fits can be repeated.
    time_limit : float or None
        Seconds after which the fit ends with what it has; then a ConvergenceWarning says so.
    callback : callable or None
        Called about ten times a second with an :class:`ardor.Progress`. If it returns something true the work
        is cancelled: a tuning ends with the candidates that are finished, and where nothing is, `fit` raises
        :class:`ardor.Cancelled`.

    References
    ----------
    Cortes and Vapnik, Machine Learning 20, 1995; Chang and Lin, ACM TIST 2(3), 2011
    """

    _method = 'svm'
    _setting_names = {'C': 'C', 'scale': 'scale', 'sigma': 'sigma', 'folds_seed': 'folds_seed', 'tol': 'tol'}
    _many_classes = False

    def __init__(self, *, basis=None, C=None, scale=None, sigma=None, folds_seed=None, tol=None,
                 standardise='train', impute=None, log=None, filter=None, pca=None, multiclass=None,
                 tune=None, rule=None, class_weight=None, n_jobs=None, random_state=None, time_limit=None,
                 callback=None):
        self.basis = basis
        self.C = C
        self.scale = scale
        self.sigma = sigma
        self.folds_seed = folds_seed
        self.tol = tol
        self.standardise = standardise
        self.impute = impute
        self.log = log
        self.filter = filter
        self.pca = pca
        self.multiclass = multiclass
        self.tune = tune
        self.rule = rule
        self.class_weight = class_weight
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.time_limit = time_limit
        self.callback = callback


class SVMRFEClassifier(UnweightedClassifier):
    """Recursive feature elimination with a linear support vector machine (LIBSVM; Platt's probabilities).

    The method ``svm-rfe`` of ardor. Settings that are None are left to the library, or to `tune`. Attributes
    and methods are those of :class:`ardor.Classifier`.

    Parameters
    ----------
    k : int or None
        How many features are kept, at most; tuned with `tune` (unit: features). None: 10.
    C : float or None
        What a unit of a row's slack costs; not tuned. None: 1.0.
    folds_seed : int or None
        Of the folds whose decision values make the probabilities; auto: the common seed.
    tol : float or None
        Largest violation of the dual's conditions; LIBSVM's own default is 1e-3. None: 0.0001.
    standardise : {"train", "all", "samples", "none"}
        Rows whose mean and deviation scale the features: 0 and 1 on these. ``samples`` scales every row by
        itself.
    impute : str or None
        What stands for missing values (NaN): ``median``, ``mean`` or ``knn:K``. None: they are an error.
    log : str, float, bool or None
        Natural logarithm of all values first, raised to this floor; True: without one.
    filter : str or None
        ``NAME:K`` keeps the K features of the largest score on the training rows, NAME one of ``ttest``,
        ``fdr``, ``signal-to-noise``, ``wilcoxon``, ``anova``, ``mrmr``, ``laplacian``, ``variance``; with
        `tune` also ``NAME:K1,K2,..``.
    pca : int or None
        Give the method the first K principal components of the training rows instead.
    multiclass : {"auto", "native", "pairs", "rest"} or None
        How more than two classes are told apart. None: by the method itself if it can, else by pairs.
    tune : str, bool or None
        Choose the settings that are left None inside the training rows: ``auto`` (or True), ``cv:K``,
        ``holdout:F`` or ``alo`` (approximate leave-one-out, where the method has it). None: they keep their
        untuned values, but of ``auto``, which is tuned unless this is ``none``.
    rule : {"auto", "one-se", "deviance", "error", "keep", "sparse"} or None
        Which candidate of the tuning is taken.
    class_weight : dict, "balanced" or None
        Factors on the weights of the training rows of each class: {label: factor}. ``balanced``: every class
        weighs the same.
    n_jobs : int or None
        Threads. None: 1; -1: all processors. Results do not depend on it.
    random_state : int, RandomState instance or None
        Seed of every random choice; the same one gives the same model. None: 1, so that fits can be repeated.
    time_limit : float or None
        Seconds after which the fit ends with what it has; then a ConvergenceWarning says so.
    callback : callable or None
        Called about ten times a second with an :class:`ardor.Progress`. If it returns something true the work
        is cancelled: a tuning ends with the candidates that are finished, and where nothing is, `fit` raises
        :class:`ardor.Cancelled`.

    References
    ----------
    Guyon, Weston, Barnhill and Vapnik, Machine Learning 46, 2002
    """

    _method = 'svm-rfe'
    _setting_names = {'k': 'k', 'C': 'C', 'folds_seed': 'folds_seed', 'tol': 'tol'}
    _many_classes = False

    def __init__(self, *, k=None, C=None, folds_seed=None, tol=None, standardise='train', impute=None,
                 log=None, filter=None, pca=None, multiclass=None, tune=None, rule=None, class_weight=None,
                 n_jobs=None, random_state=None, time_limit=None, callback=None):
        self.k = k
        self.C = C
        self.folds_seed = folds_seed
        self.tol = tol
        self.standardise = standardise
        self.impute = impute
        self.log = log
        self.filter = filter
        self.pca = pca
        self.multiclass = multiclass
        self.tune = tune
        self.rule = rule
        self.class_weight = class_weight
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.time_limit = time_limit
        self.callback = callback


class SVML0Classifier(UnweightedClassifier):
    """Zero-norm minimisation with a linear support vector machine (AROM, LIBSVM; Platt's probabilities).

    The method ``svm-l0`` of ardor. Settings that are None are left to the library, or to `tune`. Attributes
    and methods are those of :class:`ardor.Classifier`.

    Parameters
    ----------
    k : int or None
        How many features are kept, at most; auto: those that are left where their scales have settled (unit:
        features).
    C : float or None
        What a unit of a row's slack costs; tuned with `tune`. None: 1.0.
    folds_seed : int or None
        Of the folds whose decision values make the probabilities; auto: the common seed.
    tol : float or None
        Largest violation of the dual's conditions; LIBSVM's own default is 1e-3. None: 0.0001.
    max_iter : int or None
        Most iterations. None: 100.
    standardise : {"train", "all", "samples", "none"}
        Rows whose mean and deviation scale the features: 0 and 1 on these. ``samples`` scales every row by
        itself.
    impute : str or None
        What stands for missing values (NaN): ``median``, ``mean`` or ``knn:K``. None: they are an error.
    log : str, float, bool or None
        Natural logarithm of all values first, raised to this floor; True: without one.
    filter : str or None
        ``NAME:K`` keeps the K features of the largest score on the training rows, NAME one of ``ttest``,
        ``fdr``, ``signal-to-noise``, ``wilcoxon``, ``anova``, ``mrmr``, ``laplacian``, ``variance``; with
        `tune` also ``NAME:K1,K2,..``.
    pca : int or None
        Give the method the first K principal components of the training rows instead.
    multiclass : {"auto", "native", "pairs", "rest"} or None
        How more than two classes are told apart. None: by the method itself if it can, else by pairs.
    tune : str, bool or None
        Choose the settings that are left None inside the training rows: ``auto`` (or True), ``cv:K``,
        ``holdout:F`` or ``alo`` (approximate leave-one-out, where the method has it). None: they keep their
        untuned values, but of ``auto``, which is tuned unless this is ``none``.
    rule : {"auto", "one-se", "deviance", "error", "keep", "sparse"} or None
        Which candidate of the tuning is taken.
    class_weight : dict, "balanced" or None
        Factors on the weights of the training rows of each class: {label: factor}. ``balanced``: every class
        weighs the same.
    n_jobs : int or None
        Threads. None: 1; -1: all processors. Results do not depend on it.
    random_state : int, RandomState instance or None
        Seed of every random choice; the same one gives the same model. None: 1, so that fits can be repeated.
    time_limit : float or None
        Seconds after which the fit ends with what it has; then a ConvergenceWarning says so.
    callback : callable or None
        Called about ten times a second with an :class:`ardor.Progress`. If it returns something true the work
        is cancelled: a tuning ends with the candidates that are finished, and where nothing is, `fit` raises
        :class:`ardor.Cancelled`.

    References
    ----------
    Weston, Elisseeff, Schoelkopf and Tipping, JMLR 3, 2003
    """

    _method = 'svm-l0'
    _setting_names = {'k': 'k', 'C': 'C', 'folds_seed': 'folds_seed', 'tol': 'tol', 'max_iter': 'max_iter'}
    _many_classes = False

    def __init__(self, *, k=None, C=None, folds_seed=None, tol=None, max_iter=None, standardise='train',
                 impute=None, log=None, filter=None, pca=None, multiclass=None, tune=None, rule=None,
                 class_weight=None, n_jobs=None, random_state=None, time_limit=None, callback=None):
        self.k = k
        self.C = C
        self.folds_seed = folds_seed
        self.tol = tol
        self.max_iter = max_iter
        self.standardise = standardise
        self.impute = impute
        self.log = log
        self.filter = filter
        self.pca = pca
        self.multiclass = multiclass
        self.tune = tune
        self.rule = rule
        self.class_weight = class_weight
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.time_limit = time_limit
        self.callback = callback


class SVMRMClassifier(WeightedClassifier):
    """Support vector machine with a scale per feature by the radius/margin bound (squared hinge; Platt's probabilities).

    The method ``svm-rm`` of ardor. Settings that are None are left to the library, or to `tune`. Attributes
    and methods are those of :class:`ardor.Classifier`.

    Parameters
    ----------
    basis : {"identity", "rbf"} or None
        Basis functions. None: ``identity``.
    k : int or None
        How many features are kept, at most; auto: as many as the least bound has (unit: features).
    C : float or None
        What a unit of a row's slack costs; tuned with `tune`. None: 1.0.
    start_scale : float or None
        Every scale of rbf starts at this over the number of features; tuned with `tune`; identity: no matter
        (unit: 1/p). None: 1.0.
    folds_seed : int or None
        Of the folds whose decision values make the probabilities; auto: the common seed.
    tol : float or None
        What ln T could fall at most to first order that ends the fit: README. None: 0.001.
    max_iter : int or None
        Most iterations. None: 1000.
    standardise : {"train", "all", "samples", "none"}
        Rows whose mean and deviation scale the features: 0 and 1 on these. ``samples`` scales every row by
        itself.
    impute : str or None
        What stands for missing values (NaN): ``median``, ``mean`` or ``knn:K``. None: they are an error.
    log : str, float, bool or None
        Natural logarithm of all values first, raised to this floor; True: without one.
    filter : str or None
        ``NAME:K`` keeps the K features of the largest score on the training rows, NAME one of ``ttest``,
        ``fdr``, ``signal-to-noise``, ``wilcoxon``, ``anova``, ``mrmr``, ``laplacian``, ``variance``; with
        `tune` also ``NAME:K1,K2,..``.
    pca : int or None
        Give the method the first K principal components of the training rows instead.
    multiclass : {"auto", "native", "pairs", "rest"} or None
        How more than two classes are told apart. None: by the method itself if it can, else by pairs.
    tune : str, bool or None
        Choose the settings that are left None inside the training rows: ``auto`` (or True), ``cv:K``,
        ``holdout:F`` or ``alo`` (approximate leave-one-out, where the method has it). None: they keep their
        untuned values, but of ``auto``, which is tuned unless this is ``none``.
    rule : {"auto", "one-se", "deviance", "error", "keep", "sparse"} or None
        Which candidate of the tuning is taken.
    class_weight : dict, "balanced" or None
        Factors on the weights of the training rows of each class: {label: factor}. ``balanced``: every class
        weighs the same.
    n_jobs : int or None
        Threads. None: 1; -1: all processors. Results do not depend on it.
    random_state : int, RandomState instance or None
        Seed of every random choice; the same one gives the same model. None: 1, so that fits can be repeated.
    time_limit : float or None
        Seconds after which the fit ends with what it has; then a ConvergenceWarning says so.
    callback : callable or None
        Called about ten times a second with an :class:`ardor.Progress`. If it returns something true the work
        is cancelled: a tuning ends with the candidates that are finished, and where nothing is, `fit` raises
        :class:`ardor.Cancelled`.

    References
    ----------
    Weston et al., NIPS 13, 2000; Chapelle et al., Machine Learning 46, 2002; Rakotomamonjy, JMLR 3, 2003
    """

    _method = 'svm-rm'
    _setting_names = {'k': 'k', 'C': 'C', 'start_scale': 'start_scale', 'folds_seed': 'folds_seed', 'tol':
                      'tol', 'max_iter': 'max_iter'}
    _many_classes = False

    def __init__(self, *, basis=None, k=None, C=None, start_scale=None, folds_seed=None, tol=None,
                 max_iter=None, standardise='train', impute=None, log=None, filter=None, pca=None,
                 multiclass=None, tune=None, rule=None, class_weight=None, n_jobs=None, random_state=None,
                 time_limit=None, callback=None):
        self.basis = basis
        self.k = k
        self.C = C
        self.start_scale = start_scale
        self.folds_seed = folds_seed
        self.tol = tol
        self.max_iter = max_iter
        self.standardise = standardise
        self.impute = impute
        self.log = log
        self.filter = filter
        self.pca = pca
        self.multiclass = multiclass
        self.tune = tune
        self.rule = rule
        self.class_weight = class_weight
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.time_limit = time_limit
        self.callback = callback


class PFCVMClassifier(WeightedClassifier):
    """Probabilistic feature selection and classification vector machine (logistic, truncated Gaussian ARD priors, Laplace).

    The method ``pfcvm-lp`` of ardor. Settings that are None are left to the library, or to `tune`. Attributes
    and methods are those of :class:`ardor.Classifier`.

    Parameters
    ----------
    basis : {"linear", "poly:R", "rbf"} or None
        Basis functions. None: ``rbf``.
    alpha0 : float or None
        Batch: precision of every weight at the start; auto: 1; tuned with `tune`.
    c : float or None
        What theta = 1 stands for: the features count as multiplied by sqrt(c/p); auto: 3, linear and poly:1
        30; tuned with `tune` (unit: 1/p).
    theta0 : float or None
        Every scale at the start (unit: c/p). None: 1.0.
    beta0 : float or None
        Precision of every scale at the start. None: 1.0.
    scale_steps : int or None
        Batch: most Newton steps of the scales in an iteration. None: 5.
    polish : bool or None
        From where the fixed point of the precisions ends, climb the log evidence itself to the maximum
        nearby, on which the fixed point is not. None: no.
    starts : int or None
        Starts, of which the one of most evidence is kept: the first with all scales at theta0, the second
        with scales as features correlate with the labels, others with random ones; incremental: the first
        four with all scales at 1, 1/3, 10/3 and 10 times theta0, linear and poly:1 each with the next of the
        features that explain most alone. None: 1.
    solver : {"batch", "incremental"} or None
        Batch: from all vectors and features; incremental: vectors and features come in, change and go one at
        a time, by what the objective is after it: a search for few features. None: batch.
    first : int or None
        Incremental: vectors before scales are learnt; auto: 10, with a curved kernel and 50 features or more
        40.
    feature_price : float or None
        What a feature costs in the objective; above 0 a backward pass follows where a fixed point ends, in
        which what is not worth its price goes; auto: 0, incremental the logarithm of the number of features
        (unit: nats).
    vector_price : float or None
        What a vector costs in the objective; above 0 a backward pass follows where a fixed point ends, in
        which what is not worth its price goes; auto: 0, incremental 0.5 (unit: nats).
    lambda_ : float or None
        Slope of the smooth step that keeps weights and scales above 0. None: 5.0.
    update : {"mackay", "em"} or None
        Batch: fixed point of the precisions; em is far slower. None: mackay.
    shape : float or None
        Batch: shape of the Gamma hyperpriors; 0 with rate 0: flat. None: 0.0.
    rate : float or None
        Batch: rate of the Gamma hyperpriors. None: 0.0.
    prune_at : float or None
        Weights and scales with a precision from here on are pruned. None: 1000000.0.
    prune_negative : bool or None
        Prune weights (where they are signed) and scales at or below 0; not in the paper, whose smooth step
        does not keep them above. None: yes.
    early_factor : float or None
        Batch: test the relevance of what has this many times the precision of the start; 0: wait for
        prune_at, as in the paper. None: 10.0.
    most_pruned : float or None
        Batch: largest share that the relevance test prunes in one iteration. None: 0.2.
    drop : float or None
        Batch: return to the model before if, from the ninth iteration on, the evidence falls by more than
        this times the weights and scales that the iteration before pruned, or the hundreds of rows if those
        are more (at least 1); 0: never, as in the paper. None: 2.5.
    weight_steps : int or None
        Batch: most Newton steps of the weights in an iteration. None: 25.
    newton_tol : float or None
        Batch: Newton decrement at which a mode counts as reached. None: 1e-06.
    tol : float or None
        Batch: relative change of the evidence, without pruning and three times in a row, that ends the fit.
        None: 0.0001.
    max_iter : int or None
        Most iterations; auto: incremental 5000, batch 100; the backward pass of prices as many anew, auto
        5000.
    standardise : {"train", "all", "samples", "none"}
        Rows whose mean and deviation scale the features: 0 and 1 on these. ``samples`` scales every row by
        itself.
    impute : str or None
        What stands for missing values (NaN): ``median``, ``mean`` or ``knn:K``. None: they are an error.
    log : str, float, bool or None
        Natural logarithm of all values first, raised to this floor; True: without one.
    filter : str or None
        ``NAME:K`` keeps the K features of the largest score on the training rows, NAME one of ``ttest``,
        ``fdr``, ``signal-to-noise``, ``wilcoxon``, ``anova``, ``mrmr``, ``laplacian``, ``variance``; with
        `tune` also ``NAME:K1,K2,..``.
    pca : int or None
        Give the method the first K principal components of the training rows instead.
    multiclass : {"auto", "native", "pairs", "rest"} or None
        How more than two classes are told apart. None: by the method itself if it can, else by pairs.
    tune : str, bool or None
        Choose the settings that are left None inside the training rows: ``auto`` (or True), ``cv:K``,
        ``holdout:F`` or ``alo`` (approximate leave-one-out, where the method has it). None: they keep their
        untuned values, but of ``auto``, which is tuned unless this is ``none``.
    rule : {"auto", "one-se", "deviance", "error", "keep", "sparse"} or None
        Which candidate of the tuning is taken.
    class_weight : dict, "balanced" or None
        Factors on the weights of the training rows of each class: {label: factor}. ``balanced``: every class
        weighs the same.
    n_jobs : int or None
        Threads. None: 1; -1: all processors. Results do not depend on it.
    random_state : int, RandomState instance or None
        Seed of every random choice; the same one gives the same model. None: 1, so that fits can be repeated.
    time_limit : float or None
        Seconds after which the fit ends with what it has; then a ConvergenceWarning says so.
    callback : callable or None
        Called about ten times a second with an :class:`ardor.Progress`. If it returns something true the work
        is cancelled: a tuning ends with the candidates that are finished, and where nothing is, `fit` raises
        :class:`ardor.Cancelled`.

    References
    ----------
    Jiang, Li, Chen, Yao, de Rijke, 2017
    """

    _method = 'pfcvm-lp'
    _setting_names = {'alpha0': 'alpha0', 'c': 'c', 'theta0': 'theta0', 'beta0': 'beta0', 'scale_steps':
                      'scale_steps', 'polish': 'polish', 'starts': 'starts', 'solver': 'solver', 'first':
                      'first', 'feature_price': 'feature_price', 'vector_price': 'vector_price', 'lambda_':
                      'lambda', 'update': 'update', 'shape': 'shape', 'rate': 'rate', 'prune_at': 'prune_at',
                      'prune_negative': 'prune_negative', 'early_factor': 'early_factor', 'most_pruned':
                      'most_pruned', 'drop': 'drop', 'weight_steps': 'weight_steps', 'newton_tol':
                      'newton_tol', 'tol': 'tol', 'max_iter': 'max_iter'}
    _many_classes = False

    def __init__(self, *, basis=None, alpha0=None, c=None, theta0=None, beta0=None, scale_steps=None,
                 polish=None, starts=None, solver=None, first=None, feature_price=None, vector_price=None,
                 lambda_=None, update=None, shape=None, rate=None, prune_at=None, prune_negative=None,
                 early_factor=None, most_pruned=None, drop=None, weight_steps=None, newton_tol=None, tol=None,
                 max_iter=None, standardise='train', impute=None, log=None, filter=None, pca=None,
                 multiclass=None, tune=None, rule=None, class_weight=None, n_jobs=None, random_state=None,
                 time_limit=None, callback=None):
        self.basis = basis
        self.alpha0 = alpha0
        self.c = c
        self.theta0 = theta0
        self.beta0 = beta0
        self.scale_steps = scale_steps
        self.polish = polish
        self.starts = starts
        self.solver = solver
        self.first = first
        self.feature_price = feature_price
        self.vector_price = vector_price
        self.lambda_ = lambda_
        self.update = update
        self.shape = shape
        self.rate = rate
        self.prune_at = prune_at
        self.prune_negative = prune_negative
        self.early_factor = early_factor
        self.most_pruned = most_pruned
        self.drop = drop
        self.weight_steps = weight_steps
        self.newton_tol = newton_tol
        self.tol = tol
        self.max_iter = max_iter
        self.standardise = standardise
        self.impute = impute
        self.log = log
        self.filter = filter
        self.pca = pca
        self.multiclass = multiclass
        self.tune = tune
        self.rule = rule
        self.class_weight = class_weight
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.time_limit = time_limit
        self.callback = callback


class PFCVMEMClassifier(WeightedClassifier):
    """Probabilistic feature selection and classification vector machine by EM (probit, truncated Gaussian priors).

    The method ``pfcvm-em`` of ardor. Settings that are None are left to the library, or to `tune`. Attributes
    and methods are those of :class:`ardor.Classifier`.

    Parameters
    ----------
    basis : {"linear", "poly:R", "rbf"} or None
        Basis functions. None: ``rbf``.
    start_scale : float or None
        Every scale starts at this over the number of features; tuned with `tune` (unit: 1/p). None: 1.0.
    scale_steps : int or None
        Gauss-Newton steps of the scales in an iteration. None: 5.
    weight0 : float or None
        Every weight at the start. None: 1.0.
    prune_below : float or None
        Weights below this, and scales below this times the largest, are pruned. None: 1e-05.
    tol : float or None
        Largest change of a weight, and of a scale relative to the largest, that ends the fit. None: 0.001.
    max_iter : int or None
        Most iterations. None: 5000.
    standardise : {"train", "all", "samples", "none"}
        Rows whose mean and deviation scale the features: 0 and 1 on these. ``samples`` scales every row by
        itself.
    impute : str or None
        What stands for missing values (NaN): ``median``, ``mean`` or ``knn:K``. None: they are an error.
    log : str, float, bool or None
        Natural logarithm of all values first, raised to this floor; True: without one.
    filter : str or None
        ``NAME:K`` keeps the K features of the largest score on the training rows, NAME one of ``ttest``,
        ``fdr``, ``signal-to-noise``, ``wilcoxon``, ``anova``, ``mrmr``, ``laplacian``, ``variance``; with
        `tune` also ``NAME:K1,K2,..``.
    pca : int or None
        Give the method the first K principal components of the training rows instead.
    multiclass : {"auto", "native", "pairs", "rest"} or None
        How more than two classes are told apart. None: by the method itself if it can, else by pairs.
    tune : str, bool or None
        Choose the settings that are left None inside the training rows: ``auto`` (or True), ``cv:K``,
        ``holdout:F`` or ``alo`` (approximate leave-one-out, where the method has it). None: they keep their
        untuned values, but of ``auto``, which is tuned unless this is ``none``.
    rule : {"auto", "one-se", "deviance", "error", "keep", "sparse"} or None
        Which candidate of the tuning is taken.
    class_weight : dict, "balanced" or None
        Factors on the weights of the training rows of each class: {label: factor}. ``balanced``: every class
        weighs the same.
    n_jobs : int or None
        Threads. None: 1; -1: all processors. Results do not depend on it.
    random_state : int, RandomState instance or None
        Seed of every random choice; the same one gives the same model. None: 1, so that fits can be repeated.
    time_limit : float or None
        Seconds after which the fit ends with what it has; then a ConvergenceWarning says so.
    callback : callable or None
        Called about ten times a second with an :class:`ardor.Progress`. If it returns something true the work
        is cancelled: a tuning ends with the candidates that are finished, and where nothing is, `fit` raises
        :class:`ardor.Cancelled`.

    References
    ----------
    Li, Chen, 2014; Jiang, Li, Chen, Yao, de Rijke, 2017
    """

    _method = 'pfcvm-em'
    _setting_names = {'start_scale': 'start_scale', 'scale_steps': 'scale_steps', 'weight0': 'weight0',
                      'prune_below': 'prune_below', 'tol': 'tol', 'max_iter': 'max_iter'}
    _many_classes = False

    def __init__(self, *, basis=None, start_scale=None, scale_steps=None, weight0=None, prune_below=None,
                 tol=None, max_iter=None, standardise='train', impute=None, log=None, filter=None, pca=None,
                 multiclass=None, tune=None, rule=None, class_weight=None, n_jobs=None, random_state=None,
                 time_limit=None, callback=None):
        self.basis = basis
        self.start_scale = start_scale
        self.scale_steps = scale_steps
        self.weight0 = weight0
        self.prune_below = prune_below
        self.tol = tol
        self.max_iter = max_iter
        self.standardise = standardise
        self.impute = impute
        self.log = log
        self.filter = filter
        self.pca = pca
        self.multiclass = multiclass
        self.tune = tune
        self.rule = rule
        self.class_weight = class_weight
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.time_limit = time_limit
        self.callback = callback


class PCVMClassifier(WeightedClassifier):
    """Probabilistic classification vector machine (probit, truncated Gaussian priors, EM).

    The method ``pcvm`` of ardor. Settings that are None are left to the library, or to `tune`. Attributes and
    methods are those of :class:`ardor.Classifier`.

    Parameters
    ----------
    basis : {"linear", "poly:R", "rbf"} or None
        Basis functions. None: ``rbf``.
    scale : float or None
        Theta of every feature; auto: 1/p; tuned with `tune`.
    sigma : float or None
        Width of rbf instead of scale: theta = 1/(2 sigma^2).
    weight0 : float or None
        Every weight at the start. None: 1.0.
    prune_below : float or None
        Weights below this are pruned. None: 1e-05.
    tol : float or None
        Largest change of a weight that ends the fit. None: 0.001.
    max_iter : int or None
        Most iterations. None: 5000.
    standardise : {"train", "all", "samples", "none"}
        Rows whose mean and deviation scale the features: 0 and 1 on these. ``samples`` scales every row by
        itself.
    impute : str or None
        What stands for missing values (NaN): ``median``, ``mean`` or ``knn:K``. None: they are an error.
    log : str, float, bool or None
        Natural logarithm of all values first, raised to this floor; True: without one.
    filter : str or None
        ``NAME:K`` keeps the K features of the largest score on the training rows, NAME one of ``ttest``,
        ``fdr``, ``signal-to-noise``, ``wilcoxon``, ``anova``, ``mrmr``, ``laplacian``, ``variance``; with
        `tune` also ``NAME:K1,K2,..``.
    pca : int or None
        Give the method the first K principal components of the training rows instead.
    multiclass : {"auto", "native", "pairs", "rest"} or None
        How more than two classes are told apart. None: by the method itself if it can, else by pairs.
    tune : str, bool or None
        Choose the settings that are left None inside the training rows: ``auto`` (or True), ``cv:K``,
        ``holdout:F`` or ``alo`` (approximate leave-one-out, where the method has it). None: they keep their
        untuned values, but of ``auto``, which is tuned unless this is ``none``.
    rule : {"auto", "one-se", "deviance", "error", "keep", "sparse"} or None
        Which candidate of the tuning is taken.
    class_weight : dict, "balanced" or None
        Factors on the weights of the training rows of each class: {label: factor}. ``balanced``: every class
        weighs the same.
    n_jobs : int or None
        Threads. None: 1; -1: all processors. Results do not depend on it.
    random_state : int, RandomState instance or None
        Seed of every random choice; the same one gives the same model. None: 1, so that fits can be repeated.
    time_limit : float or None
        Seconds after which the fit ends with what it has; then a ConvergenceWarning says so.
    callback : callable or None
        Called about ten times a second with an :class:`ardor.Progress`. If it returns something true the work
        is cancelled: a tuning ends with the candidates that are finished, and where nothing is, `fit` raises
        :class:`ardor.Cancelled`.

    References
    ----------
    Chen, Tino, Yao, IEEE TNN 20(6), 2009
    """

    _method = 'pcvm'
    _setting_names = {'scale': 'scale', 'sigma': 'sigma', 'weight0': 'weight0', 'prune_below': 'prune_below',
                      'tol': 'tol', 'max_iter': 'max_iter'}
    _many_classes = False

    def __init__(self, *, basis=None, scale=None, sigma=None, weight0=None, prune_below=None, tol=None,
                 max_iter=None, standardise='train', impute=None, log=None, filter=None, pca=None,
                 multiclass=None, tune=None, rule=None, class_weight=None, n_jobs=None, random_state=None,
                 time_limit=None, callback=None):
        self.basis = basis
        self.scale = scale
        self.sigma = sigma
        self.weight0 = weight0
        self.prune_below = prune_below
        self.tol = tol
        self.max_iter = max_iter
        self.standardise = standardise
        self.impute = impute
        self.log = log
        self.filter = filter
        self.pca = pca
        self.multiclass = multiclass
        self.tune = tune
        self.rule = rule
        self.class_weight = class_weight
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.time_limit = time_limit
        self.callback = callback


class EPCVMClassifier(WeightedClassifier):
    """Efficient probabilistic classification vector machine (logistic, truncated Gaussian ARD priors on the weights, Laplace).

    The method ``epcvm`` of ardor. Settings that are None are left to the library, or to `tune`. Attributes
    and methods are those of :class:`ardor.Classifier`.

    Parameters
    ----------
    basis : {"linear", "poly:R", "rbf"} or None
        Basis functions. None: ``rbf``.
    alpha0 : float or None
        Batch: precision of every weight at the start; auto: 1; tuned with `tune`.
    scale : float or None
        Theta of every feature; auto: 1/p; tuned with `tune`.
    sigma : float or None
        Width of rbf instead of scale: theta = 1/(2 sigma^2).
    vector_price : float or None
        What a vector costs in the objective; above 0 a backward pass follows where a fixed point ends, in
        which what is not worth its price goes; auto: 0 (unit: nats).
    lambda_ : float or None
        Slope of the smooth step that keeps weights and scales above 0. None: 5.0.
    polish : bool or None
        From where the fixed point of the precisions ends, climb the log evidence itself to the maximum
        nearby, on which the fixed point is not. None: no.
    update : {"mackay", "em"} or None
        Fixed point of the precisions; em is far slower. None: mackay.
    shape : float or None
        Shape of the Gamma hyperpriors; 0 with rate 0: flat. None: 0.0.
    rate : float or None
        Rate of the Gamma hyperpriors. None: 0.0.
    prune_at : float or None
        Weights and scales with a precision from here on are pruned. None: 1000000.0.
    prune_negative : bool or None
        Prune weights (where they are signed) and scales at or below 0; not in the paper, whose smooth step
        does not keep them above. None: yes.
    early_factor : float or None
        Test the relevance of what has this many times the precision of the start; 0: wait for prune_at, as in
        the paper. None: 10.0.
    most_pruned : float or None
        Largest share that the relevance test prunes in one iteration. None: 0.2.
    drop : float or None
        Return to the model before if, from the ninth iteration on, the evidence falls by more than this times
        the weights and scales that the iteration before pruned, or the hundreds of rows if those are more (at
        least 1); 0: never, as in the paper. None: 2.5.
    weight_steps : int or None
        Most Newton steps of the weights in an iteration. None: 25.
    newton_tol : float or None
        Newton decrement at which a mode counts as reached. None: 1e-06.
    tol : float or None
        Relative change of the evidence, without pruning and three times in a row, that ends the fit. None:
        0.0001.
    max_iter : int or None
        Most iterations; auto: 100; the backward pass of prices as many anew, auto 5000.
    standardise : {"train", "all", "samples", "none"}
        Rows whose mean and deviation scale the features: 0 and 1 on these. ``samples`` scales every row by
        itself.
    impute : str or None
        What stands for missing values (NaN): ``median``, ``mean`` or ``knn:K``. None: they are an error.
    log : str, float, bool or None
        Natural logarithm of all values first, raised to this floor; True: without one.
    filter : str or None
        ``NAME:K`` keeps the K features of the largest score on the training rows, NAME one of ``ttest``,
        ``fdr``, ``signal-to-noise``, ``wilcoxon``, ``anova``, ``mrmr``, ``laplacian``, ``variance``; with
        `tune` also ``NAME:K1,K2,..``.
    pca : int or None
        Give the method the first K principal components of the training rows instead.
    multiclass : {"auto", "native", "pairs", "rest"} or None
        How more than two classes are told apart. None: by the method itself if it can, else by pairs.
    tune : str, bool or None
        Choose the settings that are left None inside the training rows: ``auto`` (or True), ``cv:K``,
        ``holdout:F`` or ``alo`` (approximate leave-one-out, where the method has it). None: they keep their
        untuned values, but of ``auto``, which is tuned unless this is ``none``.
    rule : {"auto", "one-se", "deviance", "error", "keep", "sparse"} or None
        Which candidate of the tuning is taken.
    class_weight : dict, "balanced" or None
        Factors on the weights of the training rows of each class: {label: factor}. ``balanced``: every class
        weighs the same.
    n_jobs : int or None
        Threads. None: 1; -1: all processors. Results do not depend on it.
    random_state : int, RandomState instance or None
        Seed of every random choice; the same one gives the same model. None: 1, so that fits can be repeated.
    time_limit : float or None
        Seconds after which the fit ends with what it has; then a ConvergenceWarning says so.
    callback : callable or None
        Called about ten times a second with an :class:`ardor.Progress`. If it returns something true the work
        is cancelled: a tuning ends with the candidates that are finished, and where nothing is, `fit` raises
        :class:`ardor.Cancelled`.

    References
    ----------
    Chen, Tino, Yao, IEEE TNNLS 25(2), 2014
    """

    _method = 'epcvm'
    _setting_names = {'alpha0': 'alpha0', 'scale': 'scale', 'sigma': 'sigma', 'vector_price': 'vector_price',
                      'lambda_': 'lambda', 'polish': 'polish', 'update': 'update', 'shape': 'shape', 'rate':
                      'rate', 'prune_at': 'prune_at', 'prune_negative': 'prune_negative', 'early_factor':
                      'early_factor', 'most_pruned': 'most_pruned', 'drop': 'drop', 'weight_steps':
                      'weight_steps', 'newton_tol': 'newton_tol', 'tol': 'tol', 'max_iter': 'max_iter'}
    _many_classes = False

    def __init__(self, *, basis=None, alpha0=None, scale=None, sigma=None, vector_price=None, lambda_=None,
                 polish=None, update=None, shape=None, rate=None, prune_at=None, prune_negative=None,
                 early_factor=None, most_pruned=None, drop=None, weight_steps=None, newton_tol=None, tol=None,
                 max_iter=None, standardise='train', impute=None, log=None, filter=None, pca=None,
                 multiclass=None, tune=None, rule=None, class_weight=None, n_jobs=None, random_state=None,
                 time_limit=None, callback=None):
        self.basis = basis
        self.alpha0 = alpha0
        self.scale = scale
        self.sigma = sigma
        self.vector_price = vector_price
        self.lambda_ = lambda_
        self.polish = polish
        self.update = update
        self.shape = shape
        self.rate = rate
        self.prune_at = prune_at
        self.prune_negative = prune_negative
        self.early_factor = early_factor
        self.most_pruned = most_pruned
        self.drop = drop
        self.weight_steps = weight_steps
        self.newton_tol = newton_tol
        self.tol = tol
        self.max_iter = max_iter
        self.standardise = standardise
        self.impute = impute
        self.log = log
        self.filter = filter
        self.pca = pca
        self.multiclass = multiclass
        self.tune = tune
        self.rule = rule
        self.class_weight = class_weight
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.time_limit = time_limit
        self.callback = callback


class RVMClassifier(WeightedClassifier):
    """Relevance vector machine (logistic, Gaussian ARD priors on the weights, Laplace).

    The method ``rvm`` of ardor. Settings that are None are left to the library, or to `tune`. Attributes and
    methods are those of :class:`ardor.Classifier`.

    Parameters
    ----------
    basis : {"identity", "linear", "poly:R", "rbf"} or None
        Basis functions. None: ``rbf``.
    scale : float or None
        Theta of every feature; auto: 1/p; tuned with `tune`.
    sigma : float or None
        Width of rbf instead of scale: theta = 1/(2 sigma^2).
    alpha0 : float or None
        Precision of every weight at the start; auto: 1 over the number of weights and bias.
    prune_at : float or None
        Weights with a precision from here on are pruned. None: 1000000000.0.
    early_factor : float or None
        Test the relevance (q^2 > s) of weights with this many times the precision of the start; 0: wait for
        prune_at, as in the paper. None: 1000000.0.
    most_pruned : float or None
        Largest share that the relevance test prunes in one iteration. None: 0.2.
    newton_tol : float or None
        Newton decrement at which the mode counts as reached. None: 1e-12.
    tol : float or None
        Batch: largest change of a log precision that ends the fit; sequential: largest rise of the evidence
        still promised; auto: 1e-3, sequential 1e-6.
    solver : {"batch", "sequential"} or None
        Batch: all precisions at once, from all weights; sequential: one weight at a time (Tipping and Faul,
        2003), from none and from all, the better of the two. None: batch.
    polish : bool or None
        From where the fixed point of the precisions ends, climb the log evidence itself to the maximum
        nearby, on which the fixed point is not. None: no.
    feature_price : float or None
        What a feature costs in the objective; above 0 a backward pass follows where a fixed point ends, in
        which what is not worth its price goes; auto: 0 (unit: nats).
    max_iter : int or None
        Most iterations. None: 5000.
    standardise : {"train", "all", "samples", "none"}
        Rows whose mean and deviation scale the features: 0 and 1 on these. ``samples`` scales every row by
        itself.
    impute : str or None
        What stands for missing values (NaN): ``median``, ``mean`` or ``knn:K``. None: they are an error.
    log : str, float, bool or None
        Natural logarithm of all values first, raised to this floor; True: without one.
    filter : str or None
        ``NAME:K`` keeps the K features of the largest score on the training rows, NAME one of ``ttest``,
        ``fdr``, ``signal-to-noise``, ``wilcoxon``, ``anova``, ``mrmr``, ``laplacian``, ``variance``; with
        `tune` also ``NAME:K1,K2,..``.
    pca : int or None
        Give the method the first K principal components of the training rows instead.
    multiclass : {"auto", "native", "pairs", "rest"} or None
        How more than two classes are told apart. None: by the method itself if it can, else by pairs.
    tune : str, bool or None
        Choose the settings that are left None inside the training rows: ``auto`` (or True), ``cv:K``,
        ``holdout:F`` or ``alo`` (approximate leave-one-out, where the method has it). None: they keep their
        untuned values, but of ``auto``, which is tuned unless this is ``none``.
    rule : {"auto", "one-se", "deviance", "error", "keep", "sparse"} or None
        Which candidate of the tuning is taken.
    class_weight : dict, "balanced" or None
        Factors on the weights of the training rows of each class: {label: factor}. ``balanced``: every class
        weighs the same.
    n_jobs : int or None
        Threads. None: 1; -1: all processors. Results do not depend on it.
    random_state : int, RandomState instance or None
        Seed of every random choice; the same one gives the same model. None: 1, so that fits can be repeated.
    time_limit : float or None
        Seconds after which the fit ends with what it has; then a ConvergenceWarning says so.
    callback : callable or None
        Called about ten times a second with an :class:`ardor.Progress`. If it returns something true the work
        is cancelled: a tuning ends with the candidates that are finished, and where nothing is, `fit` raises
        :class:`ardor.Cancelled`.

    References
    ----------
    Tipping, JMLR 1, 2001
    """

    _method = 'rvm'
    _setting_names = {'scale': 'scale', 'sigma': 'sigma', 'alpha0': 'alpha0', 'prune_at': 'prune_at',
                      'early_factor': 'early_factor', 'most_pruned': 'most_pruned', 'newton_tol':
                      'newton_tol', 'tol': 'tol', 'solver': 'solver', 'polish': 'polish', 'feature_price':
                      'feature_price', 'max_iter': 'max_iter'}
    _many_classes = False

    def __init__(self, *, basis=None, scale=None, sigma=None, alpha0=None, prune_at=None, early_factor=None,
                 most_pruned=None, newton_tol=None, tol=None, solver=None, polish=None, feature_price=None,
                 max_iter=None, standardise='train', impute=None, log=None, filter=None, pca=None,
                 multiclass=None, tune=None, rule=None, class_weight=None, n_jobs=None, random_state=None,
                 time_limit=None, callback=None):
        self.basis = basis
        self.scale = scale
        self.sigma = sigma
        self.alpha0 = alpha0
        self.prune_at = prune_at
        self.early_factor = early_factor
        self.most_pruned = most_pruned
        self.newton_tol = newton_tol
        self.tol = tol
        self.solver = solver
        self.polish = polish
        self.feature_price = feature_price
        self.max_iter = max_iter
        self.standardise = standardise
        self.impute = impute
        self.log = log
        self.filter = filter
        self.pca = pca
        self.multiclass = multiclass
        self.tune = tune
        self.rule = rule
        self.class_weight = class_weight
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.time_limit = time_limit
        self.callback = callback


class RSFMClassifier(WeightedClassifier):
    """Relevance sample-feature machine (logistic, Gaussian ARD priors on weights and feature scales, Laplace).

    The method ``rsfm`` of ardor. Settings that are None are left to the library, or to `tune`. Attributes and
    methods are those of :class:`ardor.Classifier`.

    Parameters
    ----------
    basis : {"linear", "poly:R", "rbf"} or None
        Basis functions. None: ``rbf``.
    alpha0 : float or None
        Batch: precision of every weight at the start; auto: 1; tuned with `tune`.
    c : float or None
        What theta = 1 stands for: the features count as multiplied by sqrt(c/p); auto: 3, linear and poly:1
        30; tuned with `tune` (unit: 1/p).
    theta0 : float or None
        Every scale at the start (unit: c/p). None: 1.0.
    beta0 : float or None
        Precision of every scale at the start. None: 1.0.
    scale_steps : int or None
        Batch: most Newton steps of the scales in an iteration. None: 5.
    polish : bool or None
        From where the fixed point of the precisions ends, climb the log evidence itself to the maximum
        nearby, on which the fixed point is not. None: no.
    starts : int or None
        Starts, of which the one of most evidence is kept: the first with all scales at theta0, the second
        with scales as features correlate with the labels, others with random ones; incremental: the first
        four with all scales at 1, 1/3, 10/3 and 10 times theta0, linear and poly:1 each with the next of the
        features that explain most alone. None: 1.
    solver : {"batch", "incremental"} or None
        Batch: from all vectors and features; incremental: vectors and features come in, change and go one at
        a time, by what the objective is after it: a search for few features. None: batch.
    first : int or None
        Incremental: vectors before scales are learnt; auto: 10, with a curved kernel and 50 features or more
        40.
    feature_price : float or None
        What a feature costs in the objective; above 0 a backward pass follows where a fixed point ends, in
        which what is not worth its price goes; auto: 0, incremental the logarithm of the number of features
        (unit: nats).
    vector_price : float or None
        What a vector costs in the objective; above 0 a backward pass follows where a fixed point ends, in
        which what is not worth its price goes; auto: 0 (unit: nats).
    update : {"mackay", "em"} or None
        Batch: fixed point of the precisions; em is far slower. None: mackay.
    shape : float or None
        Batch: shape of the Gamma hyperpriors; 0 with rate 0: flat. None: 0.0.
    rate : float or None
        Batch: rate of the Gamma hyperpriors. None: 0.0.
    prune_at : float or None
        Weights and scales with a precision from here on are pruned. None: 1000000.0.
    prune_negative : bool or None
        Prune weights (where they are signed) and scales at or below 0; not in the paper, whose smooth step
        does not keep them above. None: yes.
    early_factor : float or None
        Batch: test the relevance of what has this many times the precision of the start; 0: wait for
        prune_at, as in the paper. None: 10.0.
    most_pruned : float or None
        Batch: largest share that the relevance test prunes in one iteration. None: 0.2.
    drop : float or None
        Batch: return to the model before if, from the ninth iteration on, the evidence falls by more than
        this times the weights and scales that the iteration before pruned, or the hundreds of rows if those
        are more (at least 1); 0: never, as in the paper. None: 2.5.
    weight_steps : int or None
        Batch: most Newton steps of the weights in an iteration. None: 25.
    newton_tol : float or None
        Batch: Newton decrement at which a mode counts as reached. None: 1e-06.
    tol : float or None
        Batch: relative change of the evidence, without pruning and three times in a row, that ends the fit.
        None: 0.0001.
    max_iter : int or None
        Most iterations; auto: incremental 5000, batch 100; the backward pass of prices as many anew, auto
        5000.
    standardise : {"train", "all", "samples", "none"}
        Rows whose mean and deviation scale the features: 0 and 1 on these. ``samples`` scales every row by
        itself.
    impute : str or None
        What stands for missing values (NaN): ``median``, ``mean`` or ``knn:K``. None: they are an error.
    log : str, float, bool or None
        Natural logarithm of all values first, raised to this floor; True: without one.
    filter : str or None
        ``NAME:K`` keeps the K features of the largest score on the training rows, NAME one of ``ttest``,
        ``fdr``, ``signal-to-noise``, ``wilcoxon``, ``anova``, ``mrmr``, ``laplacian``, ``variance``; with
        `tune` also ``NAME:K1,K2,..``.
    pca : int or None
        Give the method the first K principal components of the training rows instead.
    multiclass : {"auto", "native", "pairs", "rest"} or None
        How more than two classes are told apart. None: by the method itself if it can, else by pairs.
    tune : str, bool or None
        Choose the settings that are left None inside the training rows: ``auto`` (or True), ``cv:K``,
        ``holdout:F`` or ``alo`` (approximate leave-one-out, where the method has it). None: they keep their
        untuned values, but of ``auto``, which is tuned unless this is ``none``.
    rule : {"auto", "one-se", "deviance", "error", "keep", "sparse"} or None
        Which candidate of the tuning is taken.
    class_weight : dict, "balanced" or None
        Factors on the weights of the training rows of each class: {label: factor}. ``balanced``: every class
        weighs the same.
    n_jobs : int or None
        Threads. None: 1; -1: all processors. Results do not depend on it.
    random_state : int, RandomState instance or None
        Seed of every random choice; the same one gives the same model. None: 1, so that fits can be repeated.
    time_limit : float or None
        Seconds after which the fit ends with what it has; then a ConvergenceWarning says so.
    callback : callable or None
        Called about ten times a second with an :class:`ardor.Progress`. If it returns something true the work
        is cancelled: a tuning ends with the candidates that are finished, and where nothing is, `fit` raises
        :class:`ardor.Cancelled`.

    References
    ----------
    Mohsenzadeh, Sheikhzadeh, Reza, Bathaee, Kalayeh, IEEE Trans. Cybernetics 43(6), 2013
    """

    _method = 'rsfm'
    _setting_names = {'alpha0': 'alpha0', 'c': 'c', 'theta0': 'theta0', 'beta0': 'beta0', 'scale_steps':
                      'scale_steps', 'polish': 'polish', 'starts': 'starts', 'solver': 'solver', 'first':
                      'first', 'feature_price': 'feature_price', 'vector_price': 'vector_price', 'update':
                      'update', 'shape': 'shape', 'rate': 'rate', 'prune_at': 'prune_at', 'prune_negative':
                      'prune_negative', 'early_factor': 'early_factor', 'most_pruned': 'most_pruned', 'drop':
                      'drop', 'weight_steps': 'weight_steps', 'newton_tol': 'newton_tol', 'tol': 'tol',
                      'max_iter': 'max_iter'}
    _many_classes = False

    def __init__(self, *, basis=None, alpha0=None, c=None, theta0=None, beta0=None, scale_steps=None,
                 polish=None, starts=None, solver=None, first=None, feature_price=None, vector_price=None,
                 update=None, shape=None, rate=None, prune_at=None, prune_negative=None, early_factor=None,
                 most_pruned=None, drop=None, weight_steps=None, newton_tol=None, tol=None, max_iter=None,
                 standardise='train', impute=None, log=None, filter=None, pca=None, multiclass=None,
                 tune=None, rule=None, class_weight=None, n_jobs=None, random_state=None, time_limit=None,
                 callback=None):
        self.basis = basis
        self.alpha0 = alpha0
        self.c = c
        self.theta0 = theta0
        self.beta0 = beta0
        self.scale_steps = scale_steps
        self.polish = polish
        self.starts = starts
        self.solver = solver
        self.first = first
        self.feature_price = feature_price
        self.vector_price = vector_price
        self.update = update
        self.shape = shape
        self.rate = rate
        self.prune_at = prune_at
        self.prune_negative = prune_negative
        self.early_factor = early_factor
        self.most_pruned = most_pruned
        self.drop = drop
        self.weight_steps = weight_steps
        self.newton_tol = newton_tol
        self.tol = tol
        self.max_iter = max_iter
        self.standardise = standardise
        self.impute = impute
        self.log = log
        self.filter = filter
        self.pca = pca
        self.multiclass = multiclass
        self.tune = tune
        self.rule = rule
        self.class_weight = class_weight
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.time_limit = time_limit
        self.callback = callback


class GPClassifier(WeightedClassifier):
    """Gaussian process classification (a scale per feature, Laplace, evidence).

    The method ``gp`` of ardor. Settings that are None are left to the library, or to `tune`. Attributes and
    methods are those of :class:`ardor.Classifier`.

    Parameters
    ----------
    link : {"logit", "probit"} or None
        The likelihood of a class given f: 1/(1 + exp(-f)), or Phi(f). None: logit.
    start_scale : float or None
        Every scale starts at this over the number of features (unit: 1/p). None: 1.0.
    starts : int or None
        Starts, of which the one of most evidence is kept: the first with all scales at start_scale, the
        second with scales as features correlate with the labels, others with random ones. None: 1.
    tol : float or None
        Length of the gradient of the log evidence, in ln s2 and every ln theta, that ends the fit. None:
        0.01.
    inner_tol : float or None
        Newton decrement at which the mode of f counts as reached. None: 1e-16.
    max_iter : int or None
        Most iterations. None: 1000.
    standardise : {"train", "all", "samples", "none"}
        Rows whose mean and deviation scale the features: 0 and 1 on these. ``samples`` scales every row by
        itself.
    impute : str or None
        What stands for missing values (NaN): ``median``, ``mean`` or ``knn:K``. None: they are an error.
    log : str, float, bool or None
        Natural logarithm of all values first, raised to this floor; True: without one.
    filter : str or None
        ``NAME:K`` keeps the K features of the largest score on the training rows, NAME one of ``ttest``,
        ``fdr``, ``signal-to-noise``, ``wilcoxon``, ``anova``, ``mrmr``, ``laplacian``, ``variance``; with
        `tune` also ``NAME:K1,K2,..``.
    pca : int or None
        Give the method the first K principal components of the training rows instead.
    multiclass : {"auto", "native", "pairs", "rest"} or None
        How more than two classes are told apart. None: by the method itself if it can, else by pairs.
    tune : str, bool or None
        Choose the settings that are left None inside the training rows: ``auto`` (or True), ``cv:K``,
        ``holdout:F`` or ``alo`` (approximate leave-one-out, where the method has it). None: they keep their
        untuned values, but of ``auto``, which is tuned unless this is ``none``.
    rule : {"auto", "one-se", "deviance", "error", "keep", "sparse"} or None
        Which candidate of the tuning is taken.
    class_weight : dict, "balanced" or None
        Factors on the weights of the training rows of each class: {label: factor}. ``balanced``: every class
        weighs the same.
    n_jobs : int or None
        Threads. None: 1; -1: all processors. Results do not depend on it.
    random_state : int, RandomState instance or None
        Seed of every random choice; the same one gives the same model. None: 1, so that fits can be repeated.
    time_limit : float or None
        Seconds after which the fit ends with what it has; then a ConvergenceWarning says so.
    callback : callable or None
        Called about ten times a second with an :class:`ardor.Progress`. If it returns something true the work
        is cancelled: a tuning ends with the candidates that are finished, and where nothing is, `fit` raises
        :class:`ardor.Cancelled`.

    References
    ----------
    Rasmussen and Williams, 2006, ch. 3 and 5
    """

    _method = 'gp'
    _setting_names = {'link': 'link', 'start_scale': 'start_scale', 'starts': 'starts', 'tol': 'tol',
                      'inner_tol': 'inner_tol', 'max_iter': 'max_iter'}
    _many_classes = False

    def __init__(self, *, link=None, start_scale=None, starts=None, tol=None, inner_tol=None, max_iter=None,
                 standardise='train', impute=None, log=None, filter=None, pca=None, multiclass=None,
                 tune=None, rule=None, class_weight=None, n_jobs=None, random_state=None, time_limit=None,
                 callback=None):
        self.link = link
        self.start_scale = start_scale
        self.starts = starts
        self.tol = tol
        self.inner_tol = inner_tol
        self.max_iter = max_iter
        self.standardise = standardise
        self.impute = impute
        self.log = log
        self.filter = filter
        self.pca = pca
        self.multiclass = multiclass
        self.tune = tune
        self.rule = rule
        self.class_weight = class_weight
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.time_limit = time_limit
        self.callback = callback


class BPMClassifier(UnweightedClassifier):
    """Bayes point machine (probit, one Gaussian prior, expectation propagation).

    The method ``bpm`` of ardor. Settings that are None are left to the library, or to `tune`. Attributes and
    methods are those of :class:`ardor.Classifier`.

    Parameters
    ----------
    basis : {"identity", "linear", "poly:R", "rbf"} or None
        Basis functions. None: ``identity``.
    s2 : float or None
        Prior variance of f without its bias; auto: the largest evidence from .1 in steps of half a decade to
        1000, and on to 1e6 while it rises.
    scale : float or None
        Theta of every feature; auto: 1/p; tuned with `tune`.
    sigma : float or None
        Width of rbf instead of scale: theta = 1/(2 sigma^2).
    inner_tol : float or None
        Largest change of a site that ends EP at a value of s2. None: 1e-06.
    max_values : int or None
        Most values of s2 that are tried, one in an iteration. None: 1000.
    standardise : {"train", "all", "samples", "none"}
        Rows whose mean and deviation scale the features: 0 and 1 on these. ``samples`` scales every row by
        itself.
    impute : str or None
        What stands for missing values (NaN): ``median``, ``mean`` or ``knn:K``. None: they are an error.
    log : str, float, bool or None
        Natural logarithm of all values first, raised to this floor; True: without one.
    filter : str or None
        ``NAME:K`` keeps the K features of the largest score on the training rows, NAME one of ``ttest``,
        ``fdr``, ``signal-to-noise``, ``wilcoxon``, ``anova``, ``mrmr``, ``laplacian``, ``variance``; with
        `tune` also ``NAME:K1,K2,..``.
    pca : int or None
        Give the method the first K principal components of the training rows instead.
    multiclass : {"auto", "native", "pairs", "rest"} or None
        How more than two classes are told apart. None: by the method itself if it can, else by pairs.
    tune : str, bool or None
        Choose the settings that are left None inside the training rows: ``auto`` (or True), ``cv:K``,
        ``holdout:F`` or ``alo`` (approximate leave-one-out, where the method has it). None: they keep their
        untuned values, but of ``auto``, which is tuned unless this is ``none``.
    rule : {"auto", "one-se", "deviance", "error", "keep", "sparse"} or None
        Which candidate of the tuning is taken.
    n_jobs : int or None
        Threads. None: 1; -1: all processors. Results do not depend on it.
    random_state : int, RandomState instance or None
        Seed of every random choice; the same one gives the same model. None: 1, so that fits can be repeated.
    time_limit : float or None
        Seconds after which the fit ends with what it has; then a ConvergenceWarning says so.
    callback : callable or None
        Called about ten times a second with an :class:`ardor.Progress`. If it returns something true the work
        is cancelled: a tuning ends with the candidates that are finished, and where nothing is, `fit` raises
        :class:`ardor.Cancelled`.

    References
    ----------
    Minka, PhD thesis, MIT, 2001
    """

    _method = 'bpm'
    _setting_names = {'s2': 's2', 'scale': 'scale', 'sigma': 'sigma', 'inner_tol': 'inner_tol', 'max_values':
                      'max_values'}
    _many_classes = False

    def __init__(self, *, basis=None, s2=None, scale=None, sigma=None, inner_tol=None, max_values=None,
                 standardise='train', impute=None, log=None, filter=None, pca=None, multiclass=None,
                 tune=None, rule=None, n_jobs=None, random_state=None, time_limit=None, callback=None):
        self.basis = basis
        self.s2 = s2
        self.scale = scale
        self.sigma = sigma
        self.inner_tol = inner_tol
        self.max_values = max_values
        self.standardise = standardise
        self.impute = impute
        self.log = log
        self.filter = filter
        self.pca = pca
        self.multiclass = multiclass
        self.tune = tune
        self.rule = rule
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.time_limit = time_limit
        self.callback = callback


class ARDEPClassifier(UnweightedClassifier):
    """Automatic relevance determination (probit, expectation propagation).

    The method ``ard-ep`` of ardor. Settings that are None are left to the library, or to `tune`. Attributes
    and methods are those of :class:`ardor.Classifier`.

    Parameters
    ----------
    basis : {"identity", "linear", "poly:R", "rbf"} or None
        Basis functions. None: ``identity``.
    select : {"evidence", "predictive", "predictive-prob", "average"} or None
        The state that is kept: most evidence, least leave-one-out score (errors; a smooth count), or the
        average of all (100 at most). None: evidence.
    order : {"greedy", "random", "cyclic"} or None
        The next weight: the largest gain of all, or the next that has one. None: greedy.
    start : {"best", "fraction", "all"} or None
        Weights at the start: the best one, a random share, all. None: best.
    start_fraction : float or None
        The share of start fraction; at least one weight. None: 0.1.
    alpha0 : float or None
        Precision of the weights that a start has. None: 1.0.
    gtol : float or None
        Gain of the log evidence below which nothing is changed. None: 1e-06.
    starts : int or None
        Starts, the best is kept: the first as said, the others of the three kinds in turn. None: 1.
    scale : float or None
        Theta of every feature; auto: 1/p; tuned with `tune`.
    sigma : float or None
        Width of rbf instead of scale: theta = 1/(2 sigma^2).
    search_seed : int or None
        Of random starts and orders; auto: the common seed.
    inner_tol : float or None
        Largest change of a site that ends EP during the search. None: 0.0001.
    max_iter : int or None
        Most attempts to change a weight. None: 10000.
    standardise : {"train", "all", "samples", "none"}
        Rows whose mean and deviation scale the features: 0 and 1 on these. ``samples`` scales every row by
        itself.
    impute : str or None
        What stands for missing values (NaN): ``median``, ``mean`` or ``knn:K``. None: they are an error.
    log : str, float, bool or None
        Natural logarithm of all values first, raised to this floor; True: without one.
    filter : str or None
        ``NAME:K`` keeps the K features of the largest score on the training rows, NAME one of ``ttest``,
        ``fdr``, ``signal-to-noise``, ``wilcoxon``, ``anova``, ``mrmr``, ``laplacian``, ``variance``; with
        `tune` also ``NAME:K1,K2,..``.
    pca : int or None
        Give the method the first K principal components of the training rows instead.
    multiclass : {"auto", "native", "pairs", "rest"} or None
        How more than two classes are told apart. None: by the method itself if it can, else by pairs.
    tune : str, bool or None
        Choose the settings that are left None inside the training rows: ``auto`` (or True), ``cv:K``,
        ``holdout:F`` or ``alo`` (approximate leave-one-out, where the method has it). None: they keep their
        untuned values, but of ``auto``, which is tuned unless this is ``none``.
    rule : {"auto", "one-se", "deviance", "error", "keep", "sparse"} or None
        Which candidate of the tuning is taken.
    n_jobs : int or None
        Threads. None: 1; -1: all processors. Results do not depend on it.
    random_state : int, RandomState instance or None
        Seed of every random choice; the same one gives the same model. None: 1, so that fits can be repeated.
    time_limit : float or None
        Seconds after which the fit ends with what it has; then a ConvergenceWarning says so.
    callback : callable or None
        Called about ten times a second with an :class:`ardor.Progress`. If it returns something true the work
        is cancelled: a tuning ends with the candidates that are finished, and where nothing is, `fit` raises
        :class:`ardor.Cancelled`.

    References
    ----------
    Qi, Minka, Picard and Ghahramani, ICML 2004
    """

    _method = 'ard-ep'
    _setting_names = {'select': 'select', 'order': 'order', 'start': 'start', 'start_fraction':
                      'start_fraction', 'alpha0': 'alpha0', 'gtol': 'gtol', 'starts': 'starts', 'scale':
                      'scale', 'sigma': 'sigma', 'search_seed': 'search_seed', 'inner_tol': 'inner_tol',
                      'max_iter': 'max_iter'}
    _many_classes = False

    def __init__(self, *, basis=None, select=None, order=None, start=None, start_fraction=None, alpha0=None,
                 gtol=None, starts=None, scale=None, sigma=None, search_seed=None, inner_tol=None,
                 max_iter=None, standardise='train', impute=None, log=None, filter=None, pca=None,
                 multiclass=None, tune=None, rule=None, n_jobs=None, random_state=None, time_limit=None,
                 callback=None):
        self.basis = basis
        self.select = select
        self.order = order
        self.start = start
        self.start_fraction = start_fraction
        self.alpha0 = alpha0
        self.gtol = gtol
        self.starts = starts
        self.scale = scale
        self.sigma = sigma
        self.search_seed = search_seed
        self.inner_tol = inner_tol
        self.max_iter = max_iter
        self.standardise = standardise
        self.impute = impute
        self.log = log
        self.filter = filter
        self.pca = pca
        self.multiclass = multiclass
        self.tune = tune
        self.rule = rule
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.time_limit = time_limit
        self.callback = callback


class ARDLaplaceClassifier(UnweightedClassifier):
    """Automatic relevance determination (logistic, Laplace).

    The method ``ard-laplace`` of ardor. Settings that are None are left to the library, or to `tune`.
    Attributes and methods are those of :class:`ardor.Classifier`.

    Parameters
    ----------
    basis : {"identity", "linear", "poly:R", "rbf"} or None
        Basis functions. None: ``identity``.
    select : {"evidence", "average"} or None
        The state that is kept: most evidence, or the average of all (100 at most). None: evidence.
    order : {"greedy", "random", "cyclic"} or None
        The next weight: the largest gain of all, or the next that has one. None: greedy.
    start : {"best", "fraction", "all"} or None
        Weights at the start: the best one, a random share, all. None: best.
    start_fraction : float or None
        The share of start fraction; at least one weight. None: 0.1.
    alpha0 : float or None
        Precision of the weights that a start has. None: 1.0.
    gtol : float or None
        Gain of the log evidence below which nothing is changed. None: 1e-06.
    starts : int or None
        Starts, the best is kept: the first as said, the others of the three kinds in turn. None: 1.
    scale : float or None
        Theta of every feature; auto: 1/p; tuned with `tune`.
    sigma : float or None
        Width of rbf instead of scale: theta = 1/(2 sigma^2).
    search_seed : int or None
        Of random starts and orders; auto: the common seed.
    inner_tol : float or None
        Newton's method ends where it gains less than this squared. None: 1e-05.
    max_iter : int or None
        Most attempts to change a weight. None: 10000.
    polish : bool or None
        Climb the log evidence itself, all precisions together, where single steps end, whose statistics then
        are those of sites that move; not of select=average. None: no.
    standardise : {"train", "all", "samples", "none"}
        Rows whose mean and deviation scale the features: 0 and 1 on these. ``samples`` scales every row by
        itself.
    impute : str or None
        What stands for missing values (NaN): ``median``, ``mean`` or ``knn:K``. None: they are an error.
    log : str, float, bool or None
        Natural logarithm of all values first, raised to this floor; True: without one.
    filter : str or None
        ``NAME:K`` keeps the K features of the largest score on the training rows, NAME one of ``ttest``,
        ``fdr``, ``signal-to-noise``, ``wilcoxon``, ``anova``, ``mrmr``, ``laplacian``, ``variance``; with
        `tune` also ``NAME:K1,K2,..``.
    pca : int or None
        Give the method the first K principal components of the training rows instead.
    multiclass : {"auto", "native", "pairs", "rest"} or None
        How more than two classes are told apart. None: by the method itself if it can, else by pairs.
    tune : str, bool or None
        Choose the settings that are left None inside the training rows: ``auto`` (or True), ``cv:K``,
        ``holdout:F`` or ``alo`` (approximate leave-one-out, where the method has it). None: they keep their
        untuned values, but of ``auto``, which is tuned unless this is ``none``.
    rule : {"auto", "one-se", "deviance", "error", "keep", "sparse"} or None
        Which candidate of the tuning is taken.
    n_jobs : int or None
        Threads. None: 1; -1: all processors. Results do not depend on it.
    random_state : int, RandomState instance or None
        Seed of every random choice; the same one gives the same model. None: 1, so that fits can be repeated.
    time_limit : float or None
        Seconds after which the fit ends with what it has; then a ConvergenceWarning says so.
    callback : callable or None
        Called about ten times a second with an :class:`ardor.Progress`. If it returns something true the work
        is cancelled: a tuning ends with the candidates that are finished, and where nothing is, `fit` raises
        :class:`ardor.Cancelled`.

    References
    ----------
    Tipping and Faul, AISTATS 2003
    """

    _method = 'ard-laplace'
    _setting_names = {'select': 'select', 'order': 'order', 'start': 'start', 'start_fraction':
                      'start_fraction', 'alpha0': 'alpha0', 'gtol': 'gtol', 'starts': 'starts', 'scale':
                      'scale', 'sigma': 'sigma', 'search_seed': 'search_seed', 'inner_tol': 'inner_tol',
                      'max_iter': 'max_iter', 'polish': 'polish'}
    _many_classes = False

    def __init__(self, *, basis=None, select=None, order=None, start=None, start_fraction=None, alpha0=None,
                 gtol=None, starts=None, scale=None, sigma=None, search_seed=None, inner_tol=None,
                 max_iter=None, polish=None, standardise='train', impute=None, log=None, filter=None,
                 pca=None, multiclass=None, tune=None, rule=None, n_jobs=None, random_state=None,
                 time_limit=None, callback=None):
        self.basis = basis
        self.select = select
        self.order = order
        self.start = start
        self.start_fraction = start_fraction
        self.alpha0 = alpha0
        self.gtol = gtol
        self.starts = starts
        self.scale = scale
        self.sigma = sigma
        self.search_seed = search_seed
        self.inner_tol = inner_tol
        self.max_iter = max_iter
        self.polish = polish
        self.standardise = standardise
        self.impute = impute
        self.log = log
        self.filter = filter
        self.pca = pca
        self.multiclass = multiclass
        self.tune = tune
        self.rule = rule
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.time_limit = time_limit
        self.callback = callback


class ProjectionClassifier(UnweightedClassifier):
    """Projection of an expectation propagation ridge classifier onto few features.

    The method ``projection`` of ardor. Settings that are None are left to the library, or to `tune`.
    Attributes and methods are those of :class:`ardor.Classifier`.

    Parameters
    ----------
    k : int or None
        How many features are kept (unit: features). None: 30.
    halves : int or None
        Half samples in which features are counted, in complementary pairs (an odd number is made even). None:
        200.
    screen_size : int or None
        Features that enter the lasso in a half sample: the most correlated with the target (unit: features).
        None: 1000.
    path : int or None
        Size at which a half sample's lasso path ends (unit: features). None: 15.
    halves_seed : int or None
        Of the half samples; auto: the common seed.
    teacher : {"ep", "committee"} or None
        What the features are fitted to: what EP on all of them says of rows left out, or the mean of that and
        of what a sparse fit and EP on the features of largest t say. None: ep.
    inner_tol : float or None
        Largest change of a site that ends EP, of the teacher and of the refit. None: 0.0001.
    max_iter : int or None
        Most iterations: one is the teacher, one each pair of half samples. None: 1000000.
    standardise : {"train", "all", "samples", "none"}
        Rows whose mean and deviation scale the features: 0 and 1 on these. ``samples`` scales every row by
        itself.
    impute : str or None
        What stands for missing values (NaN): ``median``, ``mean`` or ``knn:K``. None: they are an error.
    log : str, float, bool or None
        Natural logarithm of all values first, raised to this floor; True: without one.
    filter : str or None
        ``NAME:K`` keeps the K features of the largest score on the training rows, NAME one of ``ttest``,
        ``fdr``, ``signal-to-noise``, ``wilcoxon``, ``anova``, ``mrmr``, ``laplacian``, ``variance``; with
        `tune` also ``NAME:K1,K2,..``.
    pca : int or None
        Give the method the first K principal components of the training rows instead.
    multiclass : {"auto", "native", "pairs", "rest"} or None
        How more than two classes are told apart. None: by the method itself if it can, else by pairs.
    tune : str, bool or None
        Choose the settings that are left None inside the training rows: ``auto`` (or True), ``cv:K``,
        ``holdout:F`` or ``alo`` (approximate leave-one-out, where the method has it). None: they keep their
        untuned values, but of ``auto``, which is tuned unless this is ``none``.
    rule : {"auto", "one-se", "deviance", "error", "keep", "sparse"} or None
        Which candidate of the tuning is taken.
    n_jobs : int or None
        Threads. None: 1; -1: all processors. Results do not depend on it.
    random_state : int, RandomState instance or None
        Seed of every random choice; the same one gives the same model. None: 1, so that fits can be repeated.
    time_limit : float or None
        Seconds after which the fit ends with what it has; then a ConvergenceWarning says so.
    callback : callable or None
        Called about ten times a second with an :class:`ardor.Progress`. If it returns something true the work
        is cancelled: a tuning ends with the candidates that are finished, and where nothing is, `fit` raises
        :class:`ardor.Cancelled`.

    References
    ----------
    after Piironen and Vehtari, Statistics and Computing 27, 2017, and Meinshausen and Buehlmann, JRSS B 72,
    2010
    """

    _method = 'projection'
    _setting_names = {'k': 'k', 'halves': 'halves', 'screen_size': 'screen_size', 'path': 'path',
                      'halves_seed': 'halves_seed', 'teacher': 'teacher', 'inner_tol': 'inner_tol',
                      'max_iter': 'max_iter'}
    _many_classes = False

    def __init__(self, *, k=None, halves=None, screen_size=None, path=None, halves_seed=None, teacher=None,
                 inner_tol=None, max_iter=None, standardise='train', impute=None, log=None, filter=None,
                 pca=None, multiclass=None, tune=None, rule=None, n_jobs=None, random_state=None,
                 time_limit=None, callback=None):
        self.k = k
        self.halves = halves
        self.screen_size = screen_size
        self.path = path
        self.halves_seed = halves_seed
        self.teacher = teacher
        self.inner_tol = inner_tol
        self.max_iter = max_iter
        self.standardise = standardise
        self.impute = impute
        self.log = log
        self.filter = filter
        self.pca = pca
        self.multiclass = multiclass
        self.tune = tune
        self.rule = rule
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.time_limit = time_limit
        self.callback = callback


class LDAClassifier(WeightedClassifier):
    """Linear discriminant analysis (shrunken where there are few rows).

    The method ``lda`` of ardor. Settings that are None are left to the library, or to `tune`. Attributes and
    methods are those of :class:`ardor.Classifier`.

    Parameters
    ----------
    ridge : float or None
        What is added to every variance within the classes, as a share of their mean; auto: 0 where the
        covariance is regular and there are fewer features than rows less classes, else 0.1; tuned with `tune`
        (unit: mean variances).
    covariance : {"pooled", "diagonal"} or None
        Within the classes: pooled: that of all of them; diagonal: its variances alone, as if the features
        were independent of each other. None: pooled.
    standardise : {"train", "all", "samples", "none"}
        Rows whose mean and deviation scale the features: 0 and 1 on these. ``samples`` scales every row by
        itself.
    impute : str or None
        What stands for missing values (NaN): ``median``, ``mean`` or ``knn:K``. None: they are an error.
    log : str, float, bool or None
        Natural logarithm of all values first, raised to this floor; True: without one.
    filter : str or None
        ``NAME:K`` keeps the K features of the largest score on the training rows, NAME one of ``ttest``,
        ``fdr``, ``signal-to-noise``, ``wilcoxon``, ``anova``, ``mrmr``, ``laplacian``, ``variance``; with
        `tune` also ``NAME:K1,K2,..``.
    pca : int or None
        Give the method the first K principal components of the training rows instead.
    multiclass : {"auto", "native", "pairs", "rest"} or None
        How more than two classes are told apart. None: by the method itself if it can, else by pairs.
    tune : str, bool or None
        Choose the settings that are left None inside the training rows: ``auto`` (or True), ``cv:K``,
        ``holdout:F`` or ``alo`` (approximate leave-one-out, where the method has it). None: they keep their
        untuned values, but of ``auto``, which is tuned unless this is ``none``.
    rule : {"auto", "one-se", "deviance", "error", "keep", "sparse"} or None
        Which candidate of the tuning is taken.
    class_weight : dict, "balanced" or None
        Factors on the weights of the training rows of each class: {label: factor}. ``balanced``: every class
        weighs the same.
    n_jobs : int or None
        Threads. None: 1; -1: all processors. Results do not depend on it.
    random_state : int, RandomState instance or None
        Seed of every random choice; the same one gives the same model. None: 1, so that fits can be repeated.
    time_limit : float or None
        Seconds after which the fit ends with what it has; then a ConvergenceWarning says so.
    callback : callable or None
        Called about ten times a second with an :class:`ardor.Progress`. If it returns something true the work
        is cancelled: a tuning ends with the candidates that are finished, and where nothing is, `fit` raises
        :class:`ardor.Cancelled`.

    References
    ----------
    Fisher, Annals of Eugenics 7, 1936; Rao, JRSS B 10, 1948; Dudoit, Fridlyand, Speed, JASA 97, 2002
    """

    _method = 'lda'
    _setting_names = {'ridge': 'ridge', 'covariance': 'covariance'}
    _many_classes = True

    def __init__(self, *, ridge=None, covariance=None, standardise='train', impute=None, log=None,
                 filter=None, pca=None, multiclass=None, tune=None, rule=None, class_weight=None, n_jobs=None,
                 random_state=None, time_limit=None, callback=None):
        self.ridge = ridge
        self.covariance = covariance
        self.standardise = standardise
        self.impute = impute
        self.log = log
        self.filter = filter
        self.pca = pca
        self.multiclass = multiclass
        self.tune = tune
        self.rule = rule
        self.class_weight = class_weight
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.time_limit = time_limit
        self.callback = callback


class KNNClassifier(WeightedClassifier):
    """Nearest neighbours.

    The method ``knn`` of ardor. Settings that are None are left to the library, or to `tune`. Attributes and
    methods are those of :class:`ardor.Classifier`.

    Parameters
    ----------
    neighbours : int or None
        How many of the nearest training rows vote, a row of weight 2 as two; auto: the odd number nearest to
        the square root of the rows; tuned with `tune`, from 1 to 20 (unit: rows).
    standardise : {"train", "all", "samples", "none"}
        Rows whose mean and deviation scale the features: 0 and 1 on these. ``samples`` scales every row by
        itself.
    impute : str or None
        What stands for missing values (NaN): ``median``, ``mean`` or ``knn:K``. None: they are an error.
    log : str, float, bool or None
        Natural logarithm of all values first, raised to this floor; True: without one.
    filter : str or None
        ``NAME:K`` keeps the K features of the largest score on the training rows, NAME one of ``ttest``,
        ``fdr``, ``signal-to-noise``, ``wilcoxon``, ``anova``, ``mrmr``, ``laplacian``, ``variance``; with
        `tune` also ``NAME:K1,K2,..``.
    pca : int or None
        Give the method the first K principal components of the training rows instead.
    multiclass : {"auto", "native", "pairs", "rest"} or None
        How more than two classes are told apart. None: by the method itself if it can, else by pairs.
    tune : str, bool or None
        Choose the settings that are left None inside the training rows: ``auto`` (or True), ``cv:K``,
        ``holdout:F`` or ``alo`` (approximate leave-one-out, where the method has it). None: they keep their
        untuned values, but of ``auto``, which is tuned unless this is ``none``.
    rule : {"auto", "one-se", "deviance", "error", "keep", "sparse"} or None
        Which candidate of the tuning is taken.
    class_weight : dict, "balanced" or None
        Factors on the weights of the training rows of each class: {label: factor}. ``balanced``: every class
        weighs the same.
    n_jobs : int or None
        Threads. None: 1; -1: all processors. Results do not depend on it.
    random_state : int, RandomState instance or None
        Seed of every random choice; the same one gives the same model. None: 1, so that fits can be repeated.
    time_limit : float or None
        Seconds after which the fit ends with what it has; then a ConvergenceWarning says so.
    callback : callable or None
        Called about ten times a second with an :class:`ardor.Progress`. If it returns something true the work
        is cancelled: a tuning ends with the candidates that are finished, and where nothing is, `fit` raises
        :class:`ardor.Cancelled`.

    References
    ----------
    Fix, Hodges, report 4, USAF School of Aviation Medicine, 1951; Cover, Hart, IEEE Trans. Inf. Theory 13,
    1967
    """

    _method = 'knn'
    _setting_names = {'neighbours': 'neighbours'}
    _many_classes = True

    def __init__(self, *, neighbours=None, standardise='train', impute=None, log=None, filter=None, pca=None,
                 multiclass=None, tune=None, rule=None, class_weight=None, n_jobs=None, random_state=None,
                 time_limit=None, callback=None):
        self.neighbours = neighbours
        self.standardise = standardise
        self.impute = impute
        self.log = log
        self.filter = filter
        self.pca = pca
        self.multiclass = multiclass
        self.tune = tune
        self.rule = rule
        self.class_weight = class_weight
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.time_limit = time_limit
        self.callback = callback


class MajorityClassifier(WeightedClassifier):
    """The shares of the classes (the largest class for every row).

    The method ``majority`` of ardor. Settings that are None are left to the library, or to `tune`. Attributes
    and methods are those of :class:`ardor.Classifier`.

    Parameters
    ----------
    standardise : {"train", "all", "samples", "none"}
        Rows whose mean and deviation scale the features: 0 and 1 on these. ``samples`` scales every row by
        itself.
    impute : str or None
        What stands for missing values (NaN): ``median``, ``mean`` or ``knn:K``. None: they are an error.
    log : str, float, bool or None
        Natural logarithm of all values first, raised to this floor; True: without one.
    filter : str or None
        ``NAME:K`` keeps the K features of the largest score on the training rows, NAME one of ``ttest``,
        ``fdr``, ``signal-to-noise``, ``wilcoxon``, ``anova``, ``mrmr``, ``laplacian``, ``variance``; with
        `tune` also ``NAME:K1,K2,..``.
    pca : int or None
        Give the method the first K principal components of the training rows instead.
    multiclass : {"auto", "native", "pairs", "rest"} or None
        How more than two classes are told apart. None: by the method itself if it can, else by pairs.
    tune : str, bool or None
        Choose the settings that are left None inside the training rows: ``auto`` (or True), ``cv:K``,
        ``holdout:F`` or ``alo`` (approximate leave-one-out, where the method has it). None: they keep their
        untuned values, but of ``auto``, which is tuned unless this is ``none``.
    rule : {"auto", "one-se", "deviance", "error", "keep", "sparse"} or None
        Which candidate of the tuning is taken.
    class_weight : dict, "balanced" or None
        Factors on the weights of the training rows of each class: {label: factor}. ``balanced``: every class
        weighs the same.
    n_jobs : int or None
        Threads. None: 1; -1: all processors. Results do not depend on it.
    random_state : int, RandomState instance or None
        Seed of every random choice; the same one gives the same model. None: 1, so that fits can be repeated.
    time_limit : float or None
        Seconds after which the fit ends with what it has; then a ConvergenceWarning says so.
    callback : callable or None
        Called about ten times a second with an :class:`ardor.Progress`. If it returns something true the work
        is cancelled: a tuning ends with the candidates that are finished, and where nothing is, `fit` raises
        :class:`ardor.Cancelled`.

    References
    ----------
    what every classifier is to be better than
    """

    _method = 'majority'
    _setting_names = {}
    _many_classes = True

    def __init__(self, *, standardise='train', impute=None, log=None, filter=None, pca=None, multiclass=None,
                 tune=None, rule=None, class_weight=None, n_jobs=None, random_state=None, time_limit=None,
                 callback=None):
        self.standardise = standardise
        self.impute = impute
        self.log = log
        self.filter = filter
        self.pca = pca
        self.multiclass = multiclass
        self.tune = tune
        self.rule = rule
        self.class_weight = class_weight
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.time_limit = time_limit
        self.callback = callback


class AdaBoostClassifier(WeightedClassifier):
    """AdaBoost of decision stumps (discrete; Platt's probabilities).

    The method ``adaboost`` of ardor. Settings that are None are left to the library, or to `tune`. Attributes
    and methods are those of :class:`ardor.Classifier`.

    Parameters
    ----------
    rounds : int or None
        Most stumps; tuned with `tune`. None: 100.
    folds_seed : int or None
        Of the folds whose votes make the probabilities; auto: the common seed.
    standardise : {"train", "all", "samples", "none"}
        Rows whose mean and deviation scale the features: 0 and 1 on these. ``samples`` scales every row by
        itself.
    impute : str or None
        What stands for missing values (NaN): ``median``, ``mean`` or ``knn:K``. None: they are an error.
    log : str, float, bool or None
        Natural logarithm of all values first, raised to this floor; True: without one.
    filter : str or None
        ``NAME:K`` keeps the K features of the largest score on the training rows, NAME one of ``ttest``,
        ``fdr``, ``signal-to-noise``, ``wilcoxon``, ``anova``, ``mrmr``, ``laplacian``, ``variance``; with
        `tune` also ``NAME:K1,K2,..``.
    pca : int or None
        Give the method the first K principal components of the training rows instead.
    multiclass : {"auto", "native", "pairs", "rest"} or None
        How more than two classes are told apart. None: by the method itself if it can, else by pairs.
    tune : str, bool or None
        Choose the settings that are left None inside the training rows: ``auto`` (or True), ``cv:K``,
        ``holdout:F`` or ``alo`` (approximate leave-one-out, where the method has it). None: they keep their
        untuned values, but of ``auto``, which is tuned unless this is ``none``.
    rule : {"auto", "one-se", "deviance", "error", "keep", "sparse"} or None
        Which candidate of the tuning is taken.
    class_weight : dict, "balanced" or None
        Factors on the weights of the training rows of each class: {label: factor}. ``balanced``: every class
        weighs the same.
    n_jobs : int or None
        Threads. None: 1; -1: all processors. Results do not depend on it.
    random_state : int, RandomState instance or None
        Seed of every random choice; the same one gives the same model. None: 1, so that fits can be repeated.
    time_limit : float or None
        Seconds after which the fit ends with what it has; then a ConvergenceWarning says so.
    callback : callable or None
        Called about ten times a second with an :class:`ardor.Progress`. If it returns something true the work
        is cancelled: a tuning ends with the candidates that are finished, and where nothing is, `fit` raises
        :class:`ardor.Cancelled`.

    References
    ----------
    Freund and Schapire, J. Comput. Syst. Sci. 55, 1997; Friedman, Hastie, Tibshirani, Ann. Statist. 28, 2000
    """

    _method = 'adaboost'
    _setting_names = {'rounds': 'rounds', 'folds_seed': 'folds_seed'}
    _many_classes = False

    def __init__(self, *, rounds=None, folds_seed=None, standardise='train', impute=None, log=None,
                 filter=None, pca=None, multiclass=None, tune=None, rule=None, class_weight=None, n_jobs=None,
                 random_state=None, time_limit=None, callback=None):
        self.rounds = rounds
        self.folds_seed = folds_seed
        self.standardise = standardise
        self.impute = impute
        self.log = log
        self.filter = filter
        self.pca = pca
        self.multiclass = multiclass
        self.tune = tune
        self.rule = rule
        self.class_weight = class_weight
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.time_limit = time_limit
        self.callback = callback


class ForwardClassifier(WeightedClassifier):
    """Forward selection with Fisher's linear discriminant.

    The method ``forward`` of ardor. Settings that are None are left to the library, or to `tune`. Attributes
    and methods are those of :class:`ardor.Classifier`.

    Parameters
    ----------
    k : int or None
        How many features are selected, at most; auto: as many as the extended Bayesian information criterion
        takes; tuned with `tune` (unit: features).
    standardise : {"train", "all", "samples", "none"}
        Rows whose mean and deviation scale the features: 0 and 1 on these. ``samples`` scales every row by
        itself.
    impute : str or None
        What stands for missing values (NaN): ``median``, ``mean`` or ``knn:K``. None: they are an error.
    log : str, float, bool or None
        Natural logarithm of all values first, raised to this floor; True: without one.
    filter : str or None
        ``NAME:K`` keeps the K features of the largest score on the training rows, NAME one of ``ttest``,
        ``fdr``, ``signal-to-noise``, ``wilcoxon``, ``anova``, ``mrmr``, ``laplacian``, ``variance``; with
        `tune` also ``NAME:K1,K2,..``.
    pca : int or None
        Give the method the first K principal components of the training rows instead.
    multiclass : {"auto", "native", "pairs", "rest"} or None
        How more than two classes are told apart. None: by the method itself if it can, else by pairs.
    tune : str, bool or None
        Choose the settings that are left None inside the training rows: ``auto`` (or True), ``cv:K``,
        ``holdout:F`` or ``alo`` (approximate leave-one-out, where the method has it). None: they keep their
        untuned values, but of ``auto``, which is tuned unless this is ``none``.
    rule : {"auto", "one-se", "deviance", "error", "keep", "sparse"} or None
        Which candidate of the tuning is taken.
    class_weight : dict, "balanced" or None
        Factors on the weights of the training rows of each class: {label: factor}. ``balanced``: every class
        weighs the same.
    n_jobs : int or None
        Threads. None: 1; -1: all processors. Results do not depend on it.
    random_state : int, RandomState instance or None
        Seed of every random choice; the same one gives the same model. None: 1, so that fits can be repeated.
    time_limit : float or None
        Seconds after which the fit ends with what it has; then a ConvergenceWarning says so.
    callback : callable or None
        Called about ten times a second with an :class:`ardor.Progress`. If it returns something true the work
        is cancelled: a tuning ends with the candidates that are finished, and where nothing is, `fit` raises
        :class:`ardor.Cancelled`.

    References
    ----------
    Fisher, Ann. Eugenics 7, 1936; Chen and Chen, Biometrika 95, 2008, of the criterion that says how many
    """

    _method = 'forward'
    _setting_names = {'k': 'k'}
    _many_classes = False

    def __init__(self, *, k=None, standardise='train', impute=None, log=None, filter=None, pca=None,
                 multiclass=None, tune=None, rule=None, class_weight=None, n_jobs=None, random_state=None,
                 time_limit=None, callback=None):
        self.k = k
        self.standardise = standardise
        self.impute = impute
        self.log = log
        self.filter = filter
        self.pca = pca
        self.multiclass = multiclass
        self.tune = tune
        self.rule = rule
        self.class_weight = class_weight
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.time_limit = time_limit
        self.callback = callback


class AutoClassifier(WeightedClassifier):
    """Sparse or dense, by inner folds: probit with the lasso, or the logistic ridge.

    The method ``auto`` of ardor. Settings that are None are left to the library, or to `tune`. Attributes and
    methods are those of :class:`ardor.Classifier`.

    Parameters
    ----------
    model : {"spr", "ridge"} or None
        What is fitted: spr, which selects features, or the logistic ridge, which keeps all of them; auto:
        chosen by the tuning, which this method always has unless tune=none is given; then spr.
    strength : float or None
        Rate of the model's penalty, as the setting of that name of spr and of logistic with alpha=0; auto:
        tuned with the model, or theirs (unit: of lam_max).
    standardise : {"train", "all", "samples", "none"}
        Rows whose mean and deviation scale the features: 0 and 1 on these. ``samples`` scales every row by
        itself.
    impute : str or None
        What stands for missing values (NaN): ``median``, ``mean`` or ``knn:K``. None: they are an error.
    log : str, float, bool or None
        Natural logarithm of all values first, raised to this floor; True: without one.
    filter : str or None
        ``NAME:K`` keeps the K features of the largest score on the training rows, NAME one of ``ttest``,
        ``fdr``, ``signal-to-noise``, ``wilcoxon``, ``anova``, ``mrmr``, ``laplacian``, ``variance``; with
        `tune` also ``NAME:K1,K2,..``.
    pca : int or None
        Give the method the first K principal components of the training rows instead.
    multiclass : {"auto", "native", "pairs", "rest"} or None
        How more than two classes are told apart. None: by the method itself if it can, else by pairs.
    tune : str, bool or None
        Choose the settings that are left None inside the training rows: ``auto`` (or True), ``cv:K``,
        ``holdout:F`` or ``alo`` (approximate leave-one-out, where the method has it). None: they keep their
        untuned values, but of ``auto``, which is tuned unless this is ``none``.
    rule : {"auto", "one-se", "deviance", "error", "keep", "sparse"} or None
        Which candidate of the tuning is taken.
    force : str, list of str or None
        Features that are in every model and not penalised: names, globs (``batch*``), or ranges ``A:B``.
    class_weight : dict, "balanced" or None
        Factors on the weights of the training rows of each class: {label: factor}. ``balanced``: every class
        weighs the same.
    n_jobs : int or None
        Threads. None: 1; -1: all processors. Results do not depend on it.
    random_state : int, RandomState instance or None
        Seed of every random choice; the same one gives the same model. None: 1, so that fits can be repeated.
    time_limit : float or None
        Seconds after which the fit ends with what it has; then a ConvergenceWarning says so.
    callback : callable or None
        Called about ten times a second with an :class:`ardor.Progress`. If it returns something true the work
        is cancelled: a tuning ends with the candidates that are finished, and where nothing is, `fit` raises
        :class:`ardor.Cancelled`.

    References
    ----------
    Figueiredo, IEEE TPAMI 25, 2003; Breiman, Friedman, Olshen, Stone, Classification and Regression Trees,
    1984
    """

    _method = 'auto'
    _setting_names = {'model': 'model', 'strength': 'strength'}
    _many_classes = False

    def __init__(self, *, model=None, strength=None, standardise='train', impute=None, log=None, filter=None,
                 pca=None, multiclass=None, tune=None, rule=None, force=None, class_weight=None, n_jobs=None,
                 random_state=None, time_limit=None, callback=None):
        self.model = model
        self.strength = strength
        self.standardise = standardise
        self.impute = impute
        self.log = log
        self.filter = filter
        self.pca = pca
        self.multiclass = multiclass
        self.tune = tune
        self.rule = rule
        self.force = force
        self.class_weight = class_weight
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.time_limit = time_limit
        self.callback = callback


#: The estimator of each method, by the method's name.
ESTIMATORS = {
    "jcfo": JCFOClassifier,
    "spr": SPRClassifier,
    "smlr": SMLRClassifier,
    "logistic": LogisticClassifier,
    "svm-l1": SVML1Classifier,
    "pklr-rfe": PKLRRFEClassifier,
    "svm": SVMClassifier,
    "svm-rfe": SVMRFEClassifier,
    "svm-l0": SVML0Classifier,
    "svm-rm": SVMRMClassifier,
    "pfcvm-lp": PFCVMClassifier,
    "pfcvm-em": PFCVMEMClassifier,
    "pcvm": PCVMClassifier,
    "epcvm": EPCVMClassifier,
    "rvm": RVMClassifier,
    "rsfm": RSFMClassifier,
    "gp": GPClassifier,
    "bpm": BPMClassifier,
    "ard-ep": ARDEPClassifier,
    "ard-laplace": ARDLaplaceClassifier,
    "projection": ProjectionClassifier,
    "lda": LDAClassifier,
    "knn": KNNClassifier,
    "majority": MajorityClassifier,
    "adaboost": AdaBoostClassifier,
    "forward": ForwardClassifier,
    "auto": AutoClassifier,
}
