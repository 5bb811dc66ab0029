# What constants.py is to the uncompiled kernel: types, the family's constants, memory.
#
# The constants are macros (DAMAS_*, given by setup.py), so the C compiler knows them all and drops
# whatever another family would need.

cdef extern from *:
    """
    #include <stdlib.h>
    #include <string.h>
    #if defined(_MSC_VER) && defined(_M_X64)
    #include <intrin.h>
    #endif

    typedef unsigned long long damas_word;

    /* A set of squares: one word, or two where the board needs them. */
    #if DAMAS_BITS_WORDS == 1
    typedef damas_word damas_bits;
    #define DAMAS_BITS(high, low) (low)
    #define damas_bits_at(words, index) ((words)[index])
    #define damas_put_bits(words, index, bits) ((words)[index] = (bits))
    #elif defined(__SIZEOF_INT128__)
    typedef unsigned __int128 damas_bits;
    #define DAMAS_BITS(high, low) ((damas_bits)(high) << 64 | (low))
    #define damas_bits_at(words, index) DAMAS_BITS((words)[2 * (index) + 1], (words)[2 * (index)])
    #define damas_put_bits(words, index, bits) \
        ((words)[2 * (index)] = (damas_word)(bits), \
         (words)[2 * (index) + 1] = (damas_word)((bits) >> 64))
    #else
    #error "This compiler has no 128-bit words: the kernel of such a board stays uncompiled."
    #endif

    #if defined(__GNUC__)
    #define damas_count_word(bits) ((damas_word)__builtin_popcountll(bits))
    #elif defined(_MSC_VER) && defined(_M_X64)
    #define damas_count_word(bits) ((damas_word)__popcnt64(bits))
    #else
    static CYTHON_INLINE damas_word damas_count_word(damas_word bits)
    {
        bits -= (bits >> 1) & 0x5555555555555555ULL;
        bits = (bits & 0x3333333333333333ULL) + ((bits >> 2) & 0x3333333333333333ULL);
        return (((bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0FULL) * 0x0101010101010101ULL) >> 56;
    }
    #endif

    static CYTHON_INLINE damas_word damas_count_bits(damas_bits bits)
    {
    #if DAMAS_BITS_WORDS == 1
        return damas_count_word(bits);
    #else
        return damas_count_word((damas_word)bits) + damas_count_word((damas_word)(bits >> 64));
    #endif
    }

    /* A list starts with room for more captures than play brings about, in the caller's frame.
       Positions made to have more move it to the heap. */
    #define DAMAS_LOCAL_CAPTURES 32
    typedef struct {
        damas_word count, best, capacity;
        damas_bits empty, kings, origin;
        damas_bits *moves;
        damas_bits local[3 * DAMAS_LOCAL_CAPTURES];
    } damas_captures;

    /* Only ever counts up: whoever sees it change gives no result. */
    static volatile damas_word damas_memory_failures = 0;

    #define damas_failures() damas_memory_failures

    static CYTHON_INLINE void damas_start_list(damas_captures *captures)
    {
        captures->moves = captures->local;
        captures->capacity = DAMAS_LOCAL_CAPTURES;
    }

    static CYTHON_INLINE void damas_free_list(damas_captures *captures)
    {
        if (captures->moves != captures->local) free(captures->moves);
    }

    static int damas_grow_list(damas_captures *captures)
    {
        size_t bytes = 3 * sizeof(damas_bits) * (size_t)captures->capacity;
        damas_bits *moves = (damas_bits *)malloc(2 * bytes);
        if (!moves) {
            damas_memory_failures++;
            return 0;
        }
        memcpy(moves, captures->moves, bytes);
        damas_free_list(captures);
        captures->moves = moves;
        captures->capacity *= 2;
        return 1;
    }

    /* Fresh memory from the system is zeros without being touched. A bucket is two entries of
       four sets: one cache line, or two. */
    #define DAMAS_BUCKET_BYTES (8 * sizeof(damas_bits))
    typedef struct {
        damas_word buckets, limit, lost;
        damas_bits *entries;
        void *memory;
    } damas_table;

    static void damas_close_table(damas_table *table)
    {
        free(table->memory);
        table->memory = NULL;
    }

    static int damas_open_table(damas_table *table, damas_word buckets)
    {
        damas_close_table(table);
        table->memory = buckets < (size_t)-1 / DAMAS_BUCKET_BYTES
            ? calloc((size_t)buckets + 1, DAMAS_BUCKET_BYTES) : NULL;
        table->entries = (damas_bits *)(((size_t)table->memory + 63) & ~(size_t)63);
        return table->memory != NULL;
    }

    /* The pointer stays good while the caller holds the object and the interpreter's lock. */
    static void *
    damas_buffer(PyObject *values, Py_ssize_t needed, Py_ssize_t itemsize, int flags)
    {
        Py_buffer view;
        void *start = NULL;
        if (PyObject_GetBuffer(values, &view, flags) < 0) return NULL;
        if (view.itemsize != itemsize)
            PyErr_Format(PyExc_TypeError, "a buffer with items of %zd bytes is needed", itemsize);
        else if (view.len / itemsize < needed)
            PyErr_Format(PyExc_ValueError, "a buffer with %zd items is needed", needed);
        else
            start = view.buf;
        PyBuffer_Release(&view);
        return start;
    }
    #define damas_words(values, needed) \
        ((damas_word *)damas_buffer(values, needed, 8, PyBUF_SIMPLE))
    #define damas_writable_words(values, needed) \
        ((damas_word *)damas_buffer(values, needed, 8, PyBUF_WRITABLE))
    #define damas_offsets(values, needed) \
        ((unsigned int *)damas_buffer(values, needed, 4, PyBUF_SIMPLE))
    #define damas_letters(values, needed) \
        ((unsigned char *)damas_buffer(values, needed, 1, PyBUF_SIMPLE))
    """
    ctypedef unsigned long long Bits "damas_bits"
    ctypedef unsigned long long Word "damas_word"
    ctypedef struct CaptureList "damas_captures":
        Word count
        Word best
        Word capacity
        Bits empty
        Bits kings
        Bits origin
        Bits *moves
    ctypedef struct Table "damas_table":
        Word buckets
        Word limit
        Word lost
        Bits *entries

    const int HALF "DAMAS_HALF"
    const int ROWS "DAMAS_ROWS"
    const int BITS_WORDS "DAMAS_BITS_WORDS"
    const int MAN_CAPTURES_BACK "DAMAS_MAN_CAPTURES_BACK"
    const int MAN_TAKES_KING "DAMAS_MAN_TAKES_KING"
    const int FLYING "DAMAS_FLYING"
    const int PROMOTION "DAMAS_PROMOTION"
    const int LANDS_BEHIND "DAMAS_LANDS_BEHIND"
    const int REMOVES_AT_ONCE "DAMAS_REMOVES_AT_ONCE"
    const int RANKED "DAMAS_RANKED"
    const int PIECES_FIRST "DAMAS_PIECES_FIRST"
    const int KINGS_COUNT "DAMAS_KINGS_COUNT"
    const Word PIECE_RANK "DAMAS_PIECE_RANK"
    const Word KING_RANK "DAMAS_KING_RANK"
    const Word WITH_KING_RANK "DAMAS_WITH_KING_RANK"
    const Word FIRST_KING_RANK "DAMAS_FIRST_KING_RANK"
    const Word DUPLICATES_FROM "((damas_word)DAMAS_DUPLICATES_FROM)"
    const Bits BOARD "DAMAS_BOARD"
    const Bits BLACK_ROW "DAMAS_BLACK_ROW"
    const Bits WHITE_ROW "DAMAS_WHITE_ROW"
    const Bits KEEP_ORDERS "((damas_bits)1 << (64 * DAMAS_BITS_WORDS - 1))"
    const int DEPTH_SHIFT "(64 * DAMAS_BITS_WORDS - 9)"
    const int COLOUR_SHIFT "(64 * DAMAS_BITS_WORDS - 2)"
    const Word ALL_BITS "(~0ULL)"
    const Word UNKNOWN "(~0ULL)"
    const Word MIX_OWN "0x9E3779B97F4A7C15ULL"
    const Word MIX_ENEMIES "0xBF58476D1CE4E5B9ULL"
    const Word MIX_KEY "0x94D049BB133111EBULL"
    const Word FINISH_FIRST "0xFF51AFD7ED558CCDULL"
    const Word FINISH_SECOND "0xC4CEB9FE1A85EC53ULL"

    Word count_bits "damas_count_bits"(Bits bits) noexcept nogil
    Bits bits_at "damas_bits_at"(Word *words, Py_ssize_t index) noexcept nogil
    void put_bits "damas_put_bits"(Word *words, Py_ssize_t index, Bits bits) noexcept nogil
    CaptureList *address "&"(CaptureList captures) noexcept nogil
    void start_list "damas_start_list"(CaptureList *captures) noexcept nogil
    bint grow_list "damas_grow_list"(CaptureList *captures) noexcept nogil
    void free_list "damas_free_list"(CaptureList *captures) noexcept nogil
    Word memory_failures "damas_failures"() noexcept nogil
    Table *NO_TABLE "((damas_table *)NULL)"
    Table *table_address "&"(Table table) noexcept nogil
    bint open_table "damas_open_table"(Table *table, Word buckets) noexcept nogil
    void close_table "damas_close_table"(Table *table) noexcept nogil
    Word *words_of "damas_words"(object values, Py_ssize_t needed) except NULL
    Word *writable_words_of "damas_writable_words"(object values, Py_ssize_t needed) except NULL
    unsigned int *offsets_of "damas_offsets"(object values, Py_ssize_t needed) except NULL
    unsigned char *letters_of "damas_letters"(object values, Py_ssize_t needed) except NULL

ctypedef int Small
ctypedef Py_ssize_t Index
ctypedef bint Flag
ctypedef void Nothing
ctypedef CaptureList *Captures
ctypedef Table *TablePointer
ctypedef Bits *Entries
ctypedef Word *Words
ctypedef Word *WritableWords
ctypedef unsigned int *Offsets
ctypedef unsigned char *Letters

cdef enum:
    STOP = 0
    PASS = 1
    KING = 2

cdef enum:
    HASHED_FROM = 4
    LONG_WINDOW = 256
    FIRST_BUCKETS = 65536
    DEPTH_MASK = 0x7F

cdef enum:
    NAMES_FROM = 128
    DASH = 1
    CROSS = 2
    STRICT = 1
    MOST_TAKEN = 63
