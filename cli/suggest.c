/* Suggestions: see suggest.h. Near is what at most two letters (of a short word, one) tell apart: changed, inserted, removed, or
 * exchanged with their neighbour; a little farther, what the word begins. Capital letters are no other letters. */
#include "suggest.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { LONGEST = 32, LEAST_BEGINNING = 3 };

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

static bool is_same(char a, char b) { return tolower((unsigned char)a) == tolower((unsigned char)b); }

static size_t distance(const char *a, const char *b)
{
    size_t cell[LONGEST + 1][LONGEST + 1], n = strlen(a), m = strlen(b);
    if (n > LONGEST || m > LONGEST) return LONGEST;
    for (size_t i = 0; i <= n; i++) {
        for (size_t j = 0; j <= m; j++) {
            cell[i][j] = i + j;
            if (i == 0 || j == 0) continue;
            cell[i][j] = least(least(cell[i - 1][j], cell[i][j - 1]) + 1, cell[i - 1][j - 1] + !is_same(a[i - 1], b[j - 1]));
            if (i > 1 && j > 1 && is_same(a[i - 1], b[j - 2]) && is_same(a[i - 2], b[j - 1]))
                cell[i][j] = least(cell[i][j], cell[i - 2][j - 2] + 1);
        }
    }
    return cell[n][m];
}

void cli_suggest(cli_suggestion *suggestion, const char *word)
{
    const size_t bytes = strlen(suggestion->asked);
    size_t allowed = bytes < 6 ? bytes / 3 : 2, far = distance(suggestion->asked, word);
    if (far > allowed && bytes >= LEAST_BEGINNING && strncasecmp(suggestion->asked, word, bytes) == 0) far = ++allowed;
    if (far > allowed || (suggestion->nearest && far >= suggestion->distance)) return;
    suggestion->nearest = word;
    suggestion->distance = far;
}
