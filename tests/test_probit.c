/* log Phi, Mills ratio, Phi and its inverse: against 20-digit values (mpmath, 80 digits, from erfc), against libcerf
 * on a dense grid, and on every instruction set of this machine. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <cerf.h>
#include <math.h>
#include <string.h>

#include "special/elementary.h"
#include "special/probit.h"

enum { GRID = 40000 };

static const char *const paths[] = {"portable", "avx2", "avx512"};

static const struct {
    double t, log_phi, mills;
} reference[] = {
    {-100000000.0, -5.0000000000000193396e+15, 1.0000000000000001e+8},
    {-12345678.9, -7.6207893750969857354e+13, 1.2345678900000081373e+7},
    {-1000000.0, -5.0000000001473444909e+11, 1.000000000001e+6},
    {-54321.5, -1.4754126929466139095e+9, 5.4321500018408917267e+4},
    {-10000.0, -5.0000010129278915181e+7, 1.0000000099999998e+4},
    {-1234.5, -7.6200316236049816101e+5, 1.2345008100434893965e+3},
    {-300.0, -4.500662273211866336e+4, 3.0000333325926337415e+2},
    {-100.0, -5.0055242086942050886e+3, 1.0000999800099926071e+2},
    {-50.0, -1.2548313611394199013e+3, 5.0019984031905639809e+1},
    {-40.0, -8.0460844201375378817e+2, 4.0024968847207263723e+1},
    {-38.5, -7.4569527029041108133e+2, 3.8525939096854493696e+1},
    {-37.7, -7.1519430098052791847e+2, 3.7726488004041783043e+1},
    {-30.0, -4.5432124395634319711e+2, 3.0033259667433677037e+1},
    {-26.7, -3.6064999995406572264e+2, 2.6737348838702217327e+1},
    {-26.6, -3.5798125809757042056e+2, 2.663748846439270584e+1},
    {-20.0, -2.0391715537109726394e+2, 2.0049753068527850542e+1},
    {-15.3, -1.2069601853403744089e+2, 1.536481262881347701e+1},
    {-10.0, -5.3231285150512470578e+1, 1.0098093233962511963e+1},
    {-8.3, -3.74942174237482545e+1, 8.4172139655036132026},
    {-7.0, -2.7384307498811075243e+1, 7.1375456132265032765},
    {-6.0, -2.0736768949974705655e+1, 6.1584826045445989173},
    {-5.5, -1.7779376352625260511e+1, 5.6714103138973056227},
    {-5.0, -1.5064998393988725736e+1, 5.1865039671258421156},
    {-4.5, -1.2592419735713078666e+1, 4.704319844827732404},
    {-4.0, -1.0360101486527290828e+1, 4.2256071444894710728},
    {-3.5, -8.366065308344092935, 3.7513912648576997313},
    {-3.0, -6.6077262215103495433, 3.2830986549304365069},
    {-2.5, -5.0816482772786904984, 2.8227447976639072505},
    {-2.0, -3.7831843336820319488, 2.3732155328228408673},
    {-1.7, -3.1107960975524813963, 2.110357921928187549},
    {-1.3, -2.335103278662442499, 1.7703278323596511031},
    {-1.0, -1.8410216450092635058, 1.5251352761609812091},
    {-0.75, -1.484448229919656292, 1.3287779652212070407},
    {-0.5, -1.1759117615936186089, 1.1410777703680644809},
    {-0.3, -9.6210281816885065666e-1, 9.981659688584833199e-1},
    {-0.1, -7.7615459273027332557e-1, 8.6261747153093614384e-1},
    {-0.01, -7.0115789344437009562e-1, 8.0426164007707922351e-1},
    {-1e-05, -6.9315515943738436303e-1, 7.9789092701148969327e-1},
    {-1e-09, -6.9314718135782987054e-1, 7.9788456143948512836e-1},
    {0.0, -6.9314718055994530942e-1, 7.9788456080286535588e-1},
    {1e-09, -6.9314717976206074893e-1, 7.9788456016624558362e-1},
    {1e-05, -6.9313920174616823305e-1, 7.978781946160423799e-1},
    {0.01, -6.8520012955711547036e-1, 7.9152928288636718331e-1},
    {0.1, -6.1650501011502628874e-1, 7.3533174850578066492e-1},
    {0.3, -4.8141016158848120517e-1, 6.1722085361273445015e-1},
    {0.5, -3.6894641528865639307e-1, 5.0916043383703348583e-1},
    {0.66, -2.9387040027781765634e-1, 4.3047409423120129057e-1},
    {0.75, -2.5699426683836523669e-1, 3.8938205673592702428e-1},
    {1.0, -1.7275377902344988953e-1, 2.8759997093917836123e-1},
    {1.3, -1.0181180266765503052e-1, 1.8973503541925961675e-1},
    {1.7, -4.5589029170068935216e-2, 9.8435919689931506737e-2},
    {2.0, -2.3012909328963488465e-2, 5.5247862678989959102e-2},
    {2.5, -6.229025485860002381e-3, 1.7637825486916734788e-2},
    {3.0, -1.3508099647481937988e-3, 4.4378390421256637933e-3},
    {3.5, -2.3265614137680455218e-4, 8.7288575365473599702e-4},
    {4.0, -3.167174337748926386e-5, 1.3383446446857514211e-4},
    {5.0, -2.8665161296376359338e-7, 1.4867199409049057124e-6},
    {6.0, -9.8658764552437573169e-10, 6.0758828558176764452e-9},
    {7.0, -1.2798125438866539645e-12, 9.1347204083762840726e-12},
    {8.0, -6.2209605742717860585e-16, 5.0522710835368954309e-15},
    {8.3, -5.2055697448902541601e-17, 4.3816394355093329499e-16},
    {10.0, -7.619853024160526066e-24, 7.6945986267064193463e-23},
    {12.5, -3.7325642988777133772e-36, 4.6951953579751459996e-35},
    {15.0, -3.6709661993127508858e-51, 5.5307095498444161592e-50},
    {20.0, -2.7536241186062336951e-89, 5.5209483621597631896e-88},
    {25.25, -5.662814628323674713e-141, 1.4320964118280472316e-139},
    {30.0, -4.9067139271481870595e-198, 1.473646134878547519e-196},
    {35.0, -1.124910706472406244e-268, 3.9403962771360243307e-267},
    {36.9, -2.3105244811406175061e-298, 8.5320877556363434923e-297},
    {37.4, -1.953681561648992248e-306, 7.3119853455051102315e-305},
};
enum { N_REFERENCE = sizeof reference / sizeof *reference };

static const struct {
    double p, x;
} quantiles[] = {
    {1e-300, -3.7047096299361199237e+1},
    {2.5e-200, -3.0175277004377120635e+1},
    {1e-100, -2.1273453560965324294e+1},
    {1e-50, -1.4933337534788488981e+1},
    {1e-20, -9.2623400897984075796},
    {1e-10, -6.3613409024040561991},
    {1e-05, -4.2648907939228246102},
    {0.001, -3.0902323061678135354},
    {0.01, -2.3263478740408410931},
    {0.025, -1.9599639845400542118},
    {0.1, -1.2815515655446004353},
    {0.2, -8.4162123357291416552e-1},
    {0.2499999, -6.7449006488262320492e-1},
    {0.25, -6.744897501960817432e-1},
    {0.2500001, -6.7448943550960707458e-1},
    {0.3, -5.2440051270804081597e-1},
    {0.4, -2.5334710313579974132e-1},
    {0.49, -2.5068908258711058033e-2},
    {0.4999999, -2.5066282747031065135e-7},
    {0.500000000001, 2.5065728237018604669e-12},
    {0.50001, 2.5066282748820862706e-5},
    {0.6, 2.5334710313579974132e-1},
    {0.75, 6.744897501960817432e-1},
    {0.7500001, 6.7449006488262303023e-1},
    {0.8, 8.416212335729143638e-1},
    {0.9, 1.2815515655446005935},
    {0.975, 1.9599639845400538556},
    {0.999, 3.0902323061678132778},
    {0.999999999, 5.9978070196016374264},
    {0.9999999999990905, 7.0477002566644087254},
    {0.9999999999999998, 8.1258906647019068585},
    {0.9999999999999999, 8.2095361516013868556},
};

static double relative_error(double value, double expected) { return expected == 0 ? fabs(value) : fabs(value / expected - 1); }

static void agrees_with_20_digits_on_every_path(void **state)
{
    (void)state;
    for (size_t path = 0; path < sizeof paths / sizeof *paths; path++) {
        const ard_elementary *loops = ard_elementary_named(paths[path]);
        if (!loops) {
            print_message("%s: not on this machine\n", paths[path]);
            continue;
        }
        double worst_log = 0, worst_mills = 0;
        for (int i = 0; i < N_REFERENCE; i++) {
            double t[ARD_GROUP], log_phi[ARD_GROUP], mills[ARD_GROUP];
            for (int j = 0; j < ARD_GROUP; j++) t[j] = reference[i].t;
            loops->probit(1, t, log_phi, mills);
            worst_log = fmax(worst_log, relative_error(log_phi[5], reference[i].log_phi));
            worst_mills = fmax(worst_mills, relative_error(mills[5], reference[i].mills));
        }
        print_message("%s: log Phi %.2e, Mills ratio %.2e\n", paths[path], worst_log, worst_mills);
        assert_true(worst_log < 2e-15);
        assert_true(worst_mills < 2e-15);
    }
}

/* Phi of the left tail is phi / Mills; of the right one it follows from log Phi. */
static void cdf_agrees_with_20_digits(void **state)
{
    (void)state;
    for (int i = 0; i < N_REFERENCE; i++) {
        double t = reference[i].t, p, expected = exp(reference[i].log_phi);
        if (t < -37.5) continue;
        ard_normal_cdf(1, &t, &p);
        /* exp of the rounded logarithm is off by half an ulp of the logarithm. */
        assert_true(relative_error(p, expected) < 1e-15 + 1.2e-16 * fabs(reference[i].log_phi));
    }
}

static void agrees_with_libcerf_on_a_dense_grid(void **state)
{
    (void)state;
    for (int i = 0; i <= GRID; i++) {
        double t = -37 + 74.0 * i / GRID, u = fabs(t), e = erfcx(u / sqrt(2));
        double q = 0.5 * erfc(u / sqrt(2)), p;
        double log_phi = t < 0 ? log(0.5 * e) - 0.5 * u * u : log1p(-q);
        double mills = t < 0 ? sqrt(M_2_PI) / e : exp(-0.5 * u * u) / sqrt(2 * M_PI) / (1 - q);
        /* libm's erfc and exp see a rounded argument: u^2 ulp. */
        double argument = 2.3e-16 * u * u;
        assert_true(relative_error(ard_log_normal_cdf(t), log_phi) < 3e-15 + (t > 0 ? argument : 0));
        assert_true(relative_error(ard_mills(t), mills) < 3e-15 + (t > 0 ? argument : 0));
        ard_normal_cdf(1, &t, &p);
        assert_true(relative_error(p, t < 0 ? q : 1 - q) < 3e-15 + (t < 0 ? argument : 0));
    }
}

static void is_monotone_and_smooth(void **state)
{
    (void)state;
    double last_log = -INFINITY, last_mills = INFINITY;
    for (int i = 0; i <= GRID; i++) {
        double t = -40 + 77.0 * i / GRID, log_phi = ard_log_normal_cdf(t), mills = ard_mills(t);
        assert_true(log_phi > last_log);
        assert_true(mills < last_mills);
        /* d log Phi / dt = Mills ratio, by central differences where they carry enough digits. */
        if (t > -30 && t < 5) {
            double h = 1e-4, slope = (ard_log_normal_cdf(t + h) - ard_log_normal_cdf(t - h)) / (2 * h);
            assert_true(fabs(slope - mills) < 1e-8 * (1 + mills) + 1e-16 * fabs(log_phi) / h);
        }
        last_log = log_phi;
        last_mills = mills;
    }
}

static void keeps_extremes_and_nan(void **state)
{
    (void)state;
    double t[] = {-INFINITY, INFINITY, NAN, -1e200, 1e200, 40, -0.0}, log_phi[7], mills[7], p[7];
    ard_probit(7, t, log_phi, mills);
    ard_normal_cdf(7, t, p);
    assert_true(log_phi[0] == -INFINITY && mills[0] == INFINITY && p[0] == 0);
    assert_true(log_phi[1] == 0 && mills[1] == 0 && p[1] == 1);
    assert_true(isnan(log_phi[2]) && isnan(mills[2]) && isnan(p[2]));
    assert_true(log_phi[3] == -INFINITY && relative_error(mills[3], 1e200) < 1e-15 && p[3] == 0);
    assert_true(log_phi[4] == 0 && mills[4] == 0 && p[4] == 1);
    assert_true(log_phi[5] == 0 && mills[5] == 0 && p[5] == 1);
    assert_true(relative_error(log_phi[6], log(0.5)) < 1e-15 && p[6] == 0.5);
}

static void underflows_gradually(void **state)
{
    (void)state;
    double t = 38.25, unit = 0x1p-1074;
    /* phi(38.25) = 7.960e-319 and Q(38.25) = 2.080e-320, to the unit of a subnormal. */
    assert_true(fabs(ard_mills(t) - 7.9602159739651799973e-319) <= unit);
    assert_true(fabs(ard_log_normal_cdf(t) + 2.0796826933904511046e-320) <= unit);
}

static void a_value_does_not_depend_on_its_place_or_on_aliasing(void **state)
{
    (void)state;
    enum { N = 300 };
    double t[N], log_phi[N], mills[N], p[N], aliased[N];
    for (int i = 0; i < N; i++) t[i] = 12 * sin(i);
    ard_probit(N, t, log_phi, mills);
    ard_normal_cdf(N, t, p);
    for (int i = 0; i < N; i++) {
        double alone;
        assert_true(log_phi[i] == ard_log_normal_cdf(t[i]) && mills[i] == ard_mills(t[i]));
        ard_normal_cdf(1, &t[i], &alone);
        assert_true(alone == p[i]);
    }
    memcpy(aliased, t, sizeof t);
    ard_probit(N, aliased, aliased, NULL);
    assert_memory_equal(aliased, log_phi, sizeof t);
    memcpy(aliased, t, sizeof t);
    ard_probit(N, aliased, NULL, aliased);
    assert_memory_equal(aliased, mills, sizeof t);
    memcpy(aliased, t, sizeof t);
    ard_normal_cdf(N, aliased, aliased);
    assert_memory_equal(aliased, p, sizeof t);
    ard_probit(0, NULL, NULL, NULL);
}

static void quantile_agrees_with_20_digits(void **state)
{
    (void)state;
    double worst = 0;
    for (size_t i = 0; i < sizeof quantiles / sizeof *quantiles; i++)
        worst = fmax(worst, relative_error(ard_normal_quantile(quantiles[i].p), quantiles[i].x));
    print_message("quantile %.2e\n", worst);
    assert_true(worst < 2e-15);
    assert_true(ard_normal_quantile(0.5) == 0);
    assert_true(ard_normal_quantile(0) == -INFINITY && ard_normal_quantile(1) == INFINITY);
    assert_true(isnan(ard_normal_quantile(-0.1)) && isnan(ard_normal_quantile(1.1)) && isnan(ard_normal_quantile(NAN)));
}

static void quantile_inverts_the_cdf(void **state)
{
    (void)state;
    for (double x = -37; x < 8; x += 0.0137) {
        double p;
        ard_normal_cdf(1, &x, &p);
        /* dx = dp / phi(x): near p = 1 the rounding of p itself moves x. */
        double rounding = 1.2e-16 * p / (0.3989 * exp(-0.5 * x * x));
        assert_true(fabs(ard_normal_quantile(p) - x) < 2e-15 * (1 + fabs(x)) + 2 * rounding);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_20_digits_on_every_path),
        cmocka_unit_test(cdf_agrees_with_20_digits),
        cmocka_unit_test(agrees_with_libcerf_on_a_dense_grid),
        cmocka_unit_test(is_monotone_and_smooth),
        cmocka_unit_test(keeps_extremes_and_nan),
        cmocka_unit_test(underflows_gradually),
        cmocka_unit_test(a_value_does_not_depend_on_its_place_or_on_aliasing),
        cmocka_unit_test(quantile_agrees_with_20_digits),
        cmocka_unit_test(quantile_inverts_the_cdf),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
