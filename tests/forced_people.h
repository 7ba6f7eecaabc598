/* Tables for the tests of forced columns. */
#ifndef FORCED_PEOPLE_H
#define FORCED_PEOPLE_H

#include "api_fixture.h"

#include "io/reader.h"
#include "io/table.h"

static inline ardor_dataset *read_table(const char *text, const char *onehot)
{
    ardor_dataset *data = NULL;
    const ardor_read_options options = {.size = sizeof options, .onehot = onehot, .id = "who"};
    need_full();
    if (ard_table_read_memory(context, ard_readers, text, strlen(text), "t.csv", &options, NULL, &data) != ARDOR_OK)
        fail_msg("%s", ardor_context_message(context));
    return data;
}

/* 12 rows of the features age, city (levels Bonn, Oslo, Rome), dose, weight. */
static inline ardor_dataset *read_people(void)
{
    static const char text[] = "who,age,city,dose,weight,class\n"
                               "a,31,Oslo,1,60,u\nb,45,Rome,2,71,v\nc,52,Bonn,1.5,80,u\nd,28,Oslo,3,55,v\n"
                               "e,39,Rome,2.5,90,u\nf,61,Bonn,1,66,v\ng,47,Oslo,2,77,u\nh,33,Rome,1,59,v\n"
                               "i,58,Bonn,2,83,u\nj,41,Oslo,3,64,v\nk,36,Rome,1,72,u\nl,50,Bonn,2,69,v\n";
    return read_table(text, "error");
}
#endif
