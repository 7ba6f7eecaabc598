/* Which names may have been meant by a text that is none of them. */
#ifndef ARD_GUESS_H
#define ARD_GUESS_H

enum { ARD_GUESS_BYTES = 160 };

/* {.asked = text}, then every name that could have been meant, in turn: `list` is "'lam1' or 'lam2'", those that are as close as
 * any, each once; "" if none is close. */
typedef struct ard_guess {
    const char *asked;
    int best; /* distance of those in the list */
    char list[ARD_GUESS_BYTES];
} ard_guess;

void ard_guess_try(ard_guess *guess, const char *name);
#endif
