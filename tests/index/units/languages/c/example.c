/**
 * @file
 * What a C file can define.
 */
#ifndef SHAPES_H
#define SHAPES_H

#include <stdio.h>

/* Most corners that a shape may have. */
#define LIMIT 64
#define VERBOSE

/* The greater of two. */
#define MAX(a, b) \
    ((a) > (b) ? (a) : (b))

/* A place on the map. */
typedef struct point {
    int x, y;
    const char *label; /**< Shown beside it. */
    struct {
        unsigned char red;
    } colour;
    union {
        int number;
        float *share;
    };
    int (*visit)(struct point *self);
    unsigned int bits : 3;
    char name[16];
} Point;

struct line; /* Only named. */

typedef struct Line {
    struct point *from;
} Line;

typedef struct {
    double radius;
} Circle, *CirclePtr;

struct sheet {
    /* How wide. */
    int width;
};

/* North and its like. */
enum direction {
    NORTH, /* up */
    SOUTH = 2,
};

typedef enum { OFF, ON } Switch;

union value {
    long number;
};

/* Any number of metres. */
typedef unsigned long metres_t;
typedef int (*visitor)(Point *point, void *data);
typedef metres_t row[8];

/* How many were drawn. */
static int drawn;
extern char **environment;
int north = 90, south = -90;
static const int table[] = {1, 2};
const char *title = "map";
static struct options {
    int depth;
} options;
int (*hook)(void) = NULL;

/* Draws a shape. */
int draw(const Point *point);
char *label_of(Point *point), *title_of(void);

/*
 * Closes a shape,
 * and opens none.
 */
static inline int
close_shape(Point *point)
{
    int unseen = 1;
    enum local { FIRST };
    return unseen;
}

Point *copy(const Point *point) { return NULL; }
const char **names(void) { return NULL; }
int (plain)(void) { return 0; }
void (*handler(int number))(int) { return 0; }

int old_style(count)
    int count;
{
    return count;
}

#ifdef VERBOSE
// Says it,
// aloud.
static void say(void) {}
#else
#define say()
#endif

#ifdef __cplusplus
extern "C" {
#endif

void outside(void);

#ifdef __cplusplus
}
#endif

// Not about main, as a line is empty between them.

__attribute__((noreturn)) int main(int argc, char *argv[])
{
    return 0;
}

#endif

typedef struct tagged {
    int a;
} Tagged, *TaggedPtr;
