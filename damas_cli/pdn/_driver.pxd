# C types of the parser driver: `driver.py`, `driver_spans.py` and `driver_writing.py`, compiled as
# one module.
cimport cython
from cpython.bytes cimport PyBytes_AS_STRING
from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t

# The numbers of `driver_codes.py`.
cdef enum:
    DONE = 0
    MORE = 1
    NOTHING = 2
    PAUSED = 3
    NO_TOKEN = 4
    BAD_TOKEN = 5
    BAD_END = 6
    TOO_DEEP = 7
    FOUND = 8
    FULL = 9
    UNKNOWN = 10
    NO_MATCH = -1
    UNDECIDED = -2
    UNSEEN = 254
    LONG_RUN = 64
    GUARDED = 0x100
    STAYS = 0x200
    ENDS = -1
    REFUSED = -2


@cython.locals(one=uint64_t)
cdef uint64_t _bit(int kind) noexcept nogil


cdef inline const uint8_t* raw_bytes(const uint8_t[::1] data) noexcept nogil:
    return &data[0]


cdef inline const uint8_t* raw_letters(bytes text):
    return <const uint8_t*> PyBytes_AS_STRING(text)


cdef inline uint32_t* raw_words(uint32_t[::1] numbers) noexcept nogil:
    return &numbers[0]


cdef inline int32_t* raw_nodes(int32_t[::1] numbers) noexcept nogil:
    return &numbers[0]


@cython.final
cdef class Driver:
    cdef const uint8_t[::1] _classes
    cdef uint32_t[::1] _transitions
    cdef const uint8_t[::1] _forbidden
    cdef const uint8_t[::1] _skipped
    cdef int _guarded_kind
    cdef uint32_t _width
    cdef uint64_t _ignored
    cdef int _end_kind
    cdef object _tables
    cdef int _opening
    cdef int _closing
    cdef Py_ssize_t _depth_limit
    cdef uint64_t _fillers
    cdef uint64_t _watched
    cdef uint64_t _attention
    cdef Py_ssize_t _row
    cdef list _states
    cdef list _parents
    cdef dict _children
    cdef int32_t[::1] _targets
    cdef object _tape_array
    cdef uint32_t[::1] _tape
    cdef Py_ssize_t _room
    cdef const uint8_t[::1] _data
    cdef Py_ssize_t _limit
    cdef bint _final
    cdef Py_ssize_t _base
    cdef Py_ssize_t _memory_start
    cdef Py_ssize_t _memory_end
    cdef uint32_t _memory_state
    cdef uint32_t _memory_last
    cdef Py_ssize_t _node
    cdef uint64_t _mark_kinds
    cdef readonly Py_ssize_t position
    cdef readonly Py_ssize_t token_end
    cdef readonly int kind
    cdef readonly Py_ssize_t count
    cdef readonly uint64_t kinds
    cdef readonly Py_ssize_t depth
    cdef readonly Py_ssize_t mark
    cdef readonly Py_ssize_t mark_depth
    cdef readonly uint64_t passed
    cdef readonly int previous

    cpdef void begin(self, Py_ssize_t base, Py_ssize_t position)
    cpdef void bound(self, Py_ssize_t limit, bint final)
    cpdef void go(self, Py_ssize_t position)
    @cython.locals(kind=int)
    cpdef void cut(self)
    cpdef void cut_before(self)
    @cython.locals(depth=Py_ssize_t, index=Py_ssize_t, token=int)
    cpdef Py_ssize_t find_back(self, int kind)
    cpdef Py_ssize_t start_of(self, Py_ssize_t index)
    cpdef Py_ssize_t end_of(self, Py_ssize_t index)
    @cython.locals(status=int)
    cpdef int run(self)
    @cython.locals(node=Py_ssize_t, count=Py_ssize_t, position=Py_ssize_t, status=int, kind=int,
                   target=int32_t, kinds=uint64_t, data="const uint8_t*", skipped="const uint8_t*",
                   targets="int32_t*", tape="uint32_t*")
    cdef int _run(self) noexcept nogil
    cdef int _attend(self, int kind) noexcept nogil
    cdef void _shifted(self, int kind, Py_ssize_t count, uint64_t kinds) noexcept nogil
    cpdef int seek(self, uint64_t targets, uint64_t heads, int previous, Py_ssize_t given_up)
    @cython.locals(kind=int)
    cdef int _seek(self, uint64_t targets, uint64_t heads, Py_ssize_t given_up) noexcept nogil
    @cython.locals(limit=Py_ssize_t, entry=uint32_t, position=Py_ssize_t, best=int, end=Py_ssize_t,
                   row=uint32_t, kind=int, data="const uint8_t*", classes="const uint8_t*",
                   transitions="uint32_t*")
    cdef int _lex(self, Py_ssize_t start) noexcept nogil
    cdef void _remember(self, Py_ssize_t start, Py_ssize_t end, uint32_t last) noexcept nogil
    @cython.locals(byte=uint8_t)
    cdef void _recall(self, Py_ssize_t position) noexcept nogil
    cdef bint _remembered(self, Py_ssize_t start) noexcept nogil


@cython.locals(depth=Py_ssize_t, size=Py_ssize_t, position=Py_ssize_t, token=uint32_t)
cdef Py_ssize_t _collect(const uint32_t[::1] tape, uint32_t kind, uint32_t opening,
                         uint32_t closing, Py_ssize_t first, uint32_t[::1] found) noexcept nogil

@cython.locals(found=list, size=Py_ssize_t, at=Py_ssize_t, start=Py_ssize_t, end=Py_ssize_t)
cpdef list texts(bytes raw, const uint32_t[::1] spans)


@cython.locals(data="const uint8_t*", names=list, position=Py_ssize_t, start=Py_ssize_t,
               end=Py_ssize_t)
cpdef tuple tag_names(bytes raw, const uint32_t[::1] tape, uint32_t kind, uint64_t others)
cpdef bint has_tags(bytes raw, const uint32_t[::1] tape, uint32_t kind, uint64_t others,
                    bytes names) except -1
@cython.locals(position=Py_ssize_t, at=Py_ssize_t, start=Py_ssize_t, end=Py_ssize_t)
cdef bint _has_tags(const uint8_t* data, const uint32_t[::1] tape, uint32_t kind, uint64_t others,
                    const uint8_t* names, Py_ssize_t size) noexcept nogil
cdef Py_ssize_t _in_text(Py_ssize_t end, bytes raw) except -1
cdef Py_ssize_t _word_start(const uint8_t* data, Py_ssize_t start, Py_ssize_t end) noexcept nogil
cdef Py_ssize_t _word_end(const uint8_t* data, Py_ssize_t start, Py_ssize_t end) noexcept nogil
@cython.locals(data="const uint8_t*")
cpdef bint counts_up(bytes raw, const uint32_t[::1] tape, uint32_t number, uint32_t move) except -1
@cython.locals(plies=Py_ssize_t, position=Py_ssize_t, token=uint32_t)
cdef bint _counts_up(const uint8_t* data, const uint32_t[::1] tape, uint32_t number,
                     uint32_t move) noexcept nogil
cpdef bint is_plainly_written(bytes raw, const uint32_t[::1] tape, uint32_t number, uint32_t move,
                              bint algebraic) except -1
@cython.locals(plies=Py_ssize_t, position=Py_ssize_t, token=uint32_t)
cdef bint _is_plainly_written(const uint8_t* data, const uint32_t[::1] tape, uint32_t number,
                              uint32_t move, bint algebraic) noexcept nogil
@cython.locals(value=Py_ssize_t)
cdef Py_ssize_t _number(const uint8_t* data, Py_ssize_t start, Py_ssize_t end) noexcept nogil
cpdef Py_ssize_t odd_move(bytes raw, const uint32_t[::1] spans, Py_ssize_t first, Py_ssize_t last,
                          bint algebraic) except -1
@cython.locals(at=Py_ssize_t)
cdef bint _is_two_squares(const uint8_t* data, Py_ssize_t start, Py_ssize_t end,
                          bint algebraic) noexcept nogil
@cython.locals(ply=Py_ssize_t)
cdef Py_ssize_t _odd_move(const uint8_t* data, const uint32_t[::1] spans, Py_ssize_t first,
                          Py_ssize_t last, bint algebraic) noexcept nogil
cdef Py_ssize_t _square(const uint8_t* data, Py_ssize_t start, Py_ssize_t end,
                        bint algebraic) noexcept nogil
