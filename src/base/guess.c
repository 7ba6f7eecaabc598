/* Suggestions: names at a small distance of what was written, or names that one of the two abbreviates.
 *
 * The distance is the least number of letters to change, insert, remove or exchange with their neighbour (Damerau, Communications
 * of the ACM 7, 1964, in the form that edits no place twice). */
#include "base/guess.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

enum { CLOSE = 2, LONGEST = 48, LEAST_STEM = 3, AFAR = LONGEST };

/* '-' and '_' are one letter, and so are a capital one and its small one. */
static bool same(char a, char b)
{
    return ard_name_letter_equal((char)tolower((unsigned char)a), (char)tolower((unsigned char)b));
}

static int least(int a, int b) { return a < b ? a : b; }

static int distance(const char *a, const char *b)
{
    int row[3][LONGEST + 1], n = (int)strlen(b);
    if (n > LONGEST || strlen(a) > LONGEST) return AFAR;
    for (int j = 0; j <= n; j++) row[0][j] = j;
    for (int i = 1; a[i - 1]; i++) {
        int *now = row[i % 3];
        const int *before = row[(i + 2) % 3], *earlier = row[(i + 1) % 3];
        now[0] = i;
        for (int j = 1; j <= n; j++) {
            now[j] = least(least(before[j], now[j - 1]) + 1, before[j - 1] + !same(a[i - 1], b[j - 1]));
            if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]))
                now[j] = least(now[j], earlier[j - 2] + 1);
        }
    }
    return row[strlen(a) % 3][n];
}

/* Length without digits at the end. */
static size_t stem_of(const char *name)
{
    size_t n = strlen(name);
    while (n > 0 && isdigit((unsigned char)name[n - 1])) n--;
    return n;
}

/* lam1 of lambda1, lam1 and lam2 of lambda: one begins the other, and digits at the ends are the same where both have some. */
static bool abbreviates(const char *a, const char *b)
{
    const size_t na = stem_of(a), nb = stem_of(b), shorter = na < nb ? na : nb;
    return shorter >= LEAST_STEM && strncmp(a, b, shorter) == 0 && (!a[na] || !b[nb] || strcmp(a + na, b + nb) == 0);
}

void ard_guess_try(ard_guess *guess, const char *name)
{
    char quoted[LONGEST + 8];
    const int allowed = least((int)strlen(guess->asked) / 2, CLOSE); /* of a short text, two changes leave nothing */
    int far = distance(guess->asked, name);
    if (allowed < CLOSE && !same(guess->asked[0], name[0])) far = AFAR; /* svm is no rvm */
    if (far > allowed) far = abbreviates(guess->asked, name) ? CLOSE + 1 : AFAR;
    if (far == AFAR || (guess->list[0] && far > guess->best) || strlen(name) > LONGEST) return;
    if (far < guess->best) guess->list[0] = '\0';
    guess->best = far;
    snprintf(quoted, sizeof quoted, "'%s'", name);
    const size_t used = strlen(guess->list);
    if (strstr(guess->list, quoted) || used + strlen(quoted) + 5 > sizeof guess->list) return;
    snprintf(guess->list + used, sizeof guess->list - used, "%s%s", used ? " or " : "", quoted);
}
