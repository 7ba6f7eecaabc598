"""What test_committee compares with, from the definition: python3 committee_values.py > committee_values.h

With NumPy and SciPy. The folds are those that the library deals (the test says so where they change): FOLD. EP is Rasmussen and
Williams' algorithm 3.5 to convergence, the lasso a search over positive and negative parts by L-BFGS-B.
"""
import numpy as np
from scipy.optimize import minimize
from scipy.special import log_ndtr, ndtr, ndtri
from scipy.stats import ttest_ind

N, P, SCREEN = 24, 40, 12
FOLD = [int(k) for k in "3 1 5 6 8 9 1 5 4 8 2 1 2 2 3 4 0 7 6 3 7 4 0 0".split()]


def table():
    g = np.random.default_rng(12)
    y = np.where(np.arange(N) % 8 < 3, 1, -1)
    x = g.standard_normal((N, P)) + np.outer(y, np.where(np.arange(P) % 5 == 0, .5, 0))
    return np.round(x * (1 + np.arange(P) % 3) + .2 * np.arange(P), 2), y


def mills(z):
    return np.exp(-z * z / 2 - log_ndtr(z)) / np.sqrt(2 * np.pi)


def ep(k, y):
    """Sites of the probit likelihood, the posterior and the log evidence."""
    n = len(y)
    tau, nu = np.zeros(n), np.zeros(n)
    s, mu = k.copy(), np.zeros(n)
    for _ in range(300):
        old = tau.copy(), nu.copy()
        for i in range(n):
            t, v = 1 / s[i, i] - tau[i], mu[i] / s[i, i] - nu[i]
            z = y[i] * (v / t) / np.sqrt(1 + 1 / t)
            h = mills(z)
            mean = v / t + y[i] * h / t / np.sqrt(1 + 1 / t)
            variance = 1 / t - h * (z + h) / t / t / (1 + 1 / t)
            step = 1 / variance - t - tau[i]
            tau[i] += step
            nu[i] = mean / variance - v
            s -= np.outer(s[:, i], s[i]) * step / (1 + step * s[i, i])
            mu = s @ nu
        b = np.eye(n) + np.sqrt(tau)[:, None] * k * np.sqrt(tau)
        s = k - (k * np.sqrt(tau)) @ np.linalg.solve(b, np.sqrt(tau)[:, None] * k)
        mu = s @ nu
        if max(abs(tau - old[0]).max(), abs(nu - old[1]).max()) < 1e-13:
            break
    t, v = 1 / np.diag(s) - tau, mu / np.diag(s) - nu
    z = y * (v / t) / np.sqrt(1 + 1 / t)
    # Z = prod Z_i / N(site mean; cavity mean, cavity variance + 1/tau) times N(site means; 0, K + 1/tau)
    m, site = v / t, nu / tau
    c = k + np.diag(1 / tau)
    spread = 1 / t + 1 / tau
    evidence = (log_ndtr(z) + .5 * np.log(spread) + .5 * (m - site) ** 2 / spread).sum()
    evidence += -.5 * np.linalg.slogdet(c)[1] - .5 * site @ np.linalg.solve(c, site)
    return tau, nu, c, site, evidence


def predict(x, y, new, variances):
    """Probabilities of new rows, averaged over the prior's variance."""
    share, prob = [], []
    for s2 in variances:
        a = s2 / x.shape[1]
        _, _, c, site, evidence = ep(a * x @ x.T + 1, y)
        cross, own = a * new @ x.T + 1, a * (new * new).sum(1) + 1
        mean = cross @ np.linalg.solve(c, site)
        variance = own - np.einsum("ij,ji->i", cross, np.linalg.solve(c, cross.T))
        share.append(evidence - np.log(s2) ** 2 / 2)
        prob.append(ndtr(mean / np.sqrt(1 + variance)))
    share = np.exp(np.array(share) - max(share))
    return (share / share.sum()) @ np.array(prob)


def lasso(x, y, lam, start):
    p = x.shape[1]

    def loss(q):
        f = q[0] + x @ (q[1:p + 1] - q[p + 1:])
        g = -y * mills(y * f)
        d = x.T @ g
        return lam * q[1:].sum() - log_ndtr(y * f).sum(), np.concatenate([[g.sum()], lam + d, lam - d])

    bounds = [(None, None)] + [(0, None)] * (2 * p)
    q = start
    for _ in range(20):
        q = minimize(loss, q, jac=True, method="L-BFGS-B", bounds=bounds,
                     options=dict(maxiter=100000, maxfun=100000, ftol=1e-16, gtol=1e-11)).x
    return q


def spr(x, y, new):
    """Latent values of new rows at every rate."""
    null = ndtri((y > 0).mean())
    top = abs(x.T @ (y * mills(y * null))).max()
    out, q = [], np.zeros(1 + 2 * x.shape[1])
    q[0] = null
    for step in range(1, 7):
        q = lasso(x, y, top * .7 ** step, q)
        out.append(q[0] + new @ (q[1:x.shape[1] + 1] - q[x.shape[1] + 1:]))
    return out


def committee(x, y, fold):
    latent, filtered = np.zeros((6, N)), np.zeros(N)
    for k in set(fold):
        out, rest = fold == k, fold != k
        mean, sd = x[rest].mean(0), x[rest].std(0)
        z, new, side = (x[rest] - mean) / sd, (x[out] - mean) / sd, y[rest]
        first = np.argsort(-abs(z.T @ side))[:SCREEN]
        latent[:, out] = spr(z[:, first], side, new[:, first])
        t = abs(ttest_ind(x[rest][side > 0], x[rest][side < 0]).statistic)
        first = np.argsort(-t)[:30]
        prob = predict(z[:, first], side, new[:, first], 10. ** np.array([-.5, .5, 1.5]))
        filtered[out] = ndtri(np.clip(prob, 1e-6, 1 - 1e-6))
    best = np.argmax(log_ndtr(y * latent).sum(1))
    return latent[best], filtered, best


def rescale(f, y):
    f = f / abs(f).mean()
    q = minimize(lambda q: q[1] ** 2 / 8 - log_ndtr(y * (q[0] + np.exp(q[1]) * f)).sum(), [0, 0], method="Nelder-Mead",
                 options=dict(maxiter=10000, xatol=1e-13, fatol=1e-15)).x
    return q[0] + np.exp(q[1]) * f


def show(name, values, shape, kind="double"):
    lines, line = [], "   "
    for v in values:
        text = " %s," % (v if kind != "double" else repr(float(v)))
        if len(line + text) > 126:
            lines.append(line)
            line = "   "
        line += text
    print("static const %s %s[%s] = {\n%s};" % (kind, name, shape, "\n".join(lines + [line])))


if __name__ == "__main__":
    x, y = table()
    ours, filtered, best = committee(x, y, np.array(FOLD))
    print("/* Made by committee_values.py. */\n#ifndef COMMITTEE_VALUES_H\n#define COMMITTEE_VALUES_H\n")
    print("#include <stdint.h>\n\nenum { MADE_N = %d, MADE_P = %d, MADE_SCREEN = %d, MADE_RATE = %d };\n" % (N, P, SCREEN, best))
    show("made_x", x.T.ravel(), "MADE_N * MADE_P")
    show("made_label", (y > 0).astype(int), "MADE_N", "int32_t")
    show("made_fold", FOLD, "MADE_N", "int64_t")
    show("made_spr", ours, "MADE_N")
    show("made_filtered", filtered, "MADE_N")
    show("made_spr_rescaled", rescale(ours, y), "MADE_N")
    show("made_filtered_rescaled", rescale(filtered, y), "MADE_N")
    print("static const double made_separated = %r;" % float(rescale(1. * y, y)[0]))
    print("#endif")
