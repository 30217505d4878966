#include <stdio.h>
#include "ring.h"

#define RING_SIZE 64
#define MIN(a, b) ((a) < (b) ? (a) : (b))

typedef unsigned int u32;
typedef struct node {
    u32 id;
    struct node *next;
} node_t;

enum state { STATE_IDLE, STATE_BUSY = 4 };

union word {
    u32 value;
    char bytes[4];
};

struct ring {
    node_t *items[RING_SIZE];
    size_t head;
    int (*on_full)(struct ring *ring);
};

static const char *names[] = { "idle", "busy" };
int ring_count;

static int ring_push(struct ring *ring, node_t *node);
extern void trace(const char *format, ...);

static int ring_push(struct ring *ring, node_t *node)
{
    if (ring->head >= RING_SIZE && ring->on_full(ring))
        return -ENOSPC;
    ring->items[ring->head++] = node;
    trace("pushed %u", MIN(node->id, 9u));
    return STATE_BUSY;
}

char *ring_name(enum state state) { return strdup(names[state]); }

int main(int argc, char **argv)
{
    struct ring *ring = calloc(1, sizeof(struct ring));
    qsort(argv, argc, sizeof(*argv), compare_args);
    return ring_push(ring, (node_t *)ring_take());
}
