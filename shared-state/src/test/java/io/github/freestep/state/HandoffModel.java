package io.github.freestep.state;

import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Models the handoff between threads as a state machine. It does what {@link StatePublisher}, {@link StateReader} and
 * {@link StateBuffer} do. Each step makes one access to shared memory. The content of a slot is reduced to the number
 * of the publish that wrote it, and of the publish that wrote each of its bodies. The first publish writes all bodies,
 * and the others write one body in turn. Those that have changed since the state that the slot still holds are copied
 * from the newest state; all of them, if that state is too old. The number of threads is arbitrary.
 *
 * <p>Memory is sequentially consistent in the model. Exploring it proves that no order of the steps breaks a guarantee.
 * The package documentation argues that the real classes order their accesses like these steps; jcstress tests it.
 */
final class HandoffModel {
    /** An operation of a reader; a script lists them in order. */
    enum Op {
        ACQUIRE,
        JOIN,
        LEAVE,
        /** The handle becomes garbage, but its thread still reads the states of its window. */
        DROP
    }

    /** A bug planted in the model, to show that the exploration finds it. */
    enum Mutant {
        NONE,
        READER_DOES_NOT_PROBE,
        READER_EXCHANGE_NOT_ATOMIC,
        PUBLISHER_EXCHANGE_NOT_ATOMIC,
        POOL_ONE_TOO_SMALL,
        HELD_NEVER_UPDATED,
        HISTORY_FREED_WITHOUT_READERS,
        HANDLE_SHARED_BY_TWO_THREADS,
        SEATS_READ_BEFORE_EXCHANGE,
        NEWEST_STORED_LAST,
        JOINER_LOOKS_BEFORE_SITTING_DOWN,
        JOINER_FILLS_BLINDLY,
        FOUND_WINDOW_FORGOTTEN,
        LEAVER_GIVES_NOTHING_BACK,
        LEAVER_STILL_READS,
        RETIRED_BEFORE_ADOPTED,
        DROPPED_SLOTS_NOT_RENEWED,
        RENEWAL_LEFT_AFTER_THE_SEAT_WENT,
        DROPPED_FIRST_SEAT_NOT_SHOWN,
        DROPPED_FIRST_SEAT_FILLED_TOO_EARLY,
        RENEWALS_TAKEN_BEFORE_SEATS_READ,
        BODIES_NOT_COPIED_FORWARD,
        BODIES_COPIED_FROM_OLDEST,
        OLDEST_CHANGE_NOT_UNITED,
        NEWEST_CHANGE_NOT_UNITED,
        CHANGES_REACH_TOO_FAR_BACK,
    }

    /** Reports a broken guarantee. */
    static final class Broken extends RuntimeException {
        private static final long serialVersionUID = 1;

        Broken(String promise) {
            super(promise);
        }
    }

    private static final int SEATS = 5;
    private static final int READERS = 3;
    private static final int SLOTS = 24;
    private static final int WRITING = -1;
    private static final int RETIRED = -2;
    private static final int GONE = -1;

    /** From this program counter on, a joiner frees the seats of garbage readers. */
    private static final int FREEING = 10;

    /** More than the states of the largest window and two more, so that the bodies written since then all differ. */
    private static final int BODIES = 7;

    private static final int BITS_OF_A_BODY = 4;

    // A state of the machine is a vector. These are the indices of its variables: first the shared ones ...
    private static final int NEWEST = 0;
    private static final int SITTING = 1;
    private static final int LOCKED = 2;
    private static final int VACANT = 3;
    private static final int NEXT_SEAT = 4;
    private static final int RENEWALS = 5;
    private static final int CHANGED = 6;
    private static final int MAILBOX = 7;
    private static final int FOUND = MAILBOX + SEATS;
    private static final int CONTENT = FOUND + SEATS;
    /** By slot: the publish that wrote each of its bodies; 0 for new memory. */
    private static final int WRITERS = CONTENT + SLOTS;
    // ... then the publisher's own ...
    private static final int PUBLISHER = WRITERS + SLOTS;
    private static final int PC = PUBLISHER;
    private static final int COUNT = PUBLISHER + 1;
    private static final int SLOT = PUBLISHER + 2;
    private static final int SEEN = PUBLISHER + 3;
    private static final int LOOKED = PUBLISHER + 4;
    private static final int AT = PUBLISHER + 5;
    private static final int OLD = PUBLISHER + 6;
    private static final int PRESENT = PUBLISHER + 7;
    private static final int WINDOW = PUBLISHER + 8;
    private static final int LEFT = PUBLISHER + 9;
    private static final int SUCCESSORS = PUBLISHER + 10;
    private static final int HELD = PUBLISHER + 11;
    // ... then each reader's own.
    private static final int READER = HELD + SEATS;
    private static final int R_PC = 0;
    private static final int R_OP = 1;
    private static final int R_WINDOW = 2;
    private static final int R_VERSION = 3;
    private static final int R_SEAT = 4;
    private static final int R_TEMP = 5;
    private static final int R_FLOOR = 6;
    private static final int R_DROPPED = 7;
    private static final int R_RENEWED = 8;
    private static final int R_SIZE = 9;

    private final int windowSize;
    private final int publishes;
    private final int amended;
    private final List<List<Op>> scripts;
    private final Mutant mutant;

    /** By publish: which publishes wrote the bodies of the newest state. Each step checks against it. */
    private final long[] newestWriters;

    private long[] v;

    /**
     * @param amended the number of the publish, counted from 1, that amends the previous one; 0 for none
     * @param scripts one script per reader; a reader whose script does not begin with JOIN has a seat from the start
     */
    HandoffModel(int windowSize, int publishes, int amended, List<List<Op>> scripts, Mutant mutant) {
        this.windowSize = windowSize;
        this.publishes = publishes;
        this.amended = amended;
        this.scripts = scripts;
        this.mutant = mutant;
        newestWriters = LongStream.rangeClosed(0, publishes)
                .map(publish -> publish == 0 ? 0 : newestWriters(publish))
                .toArray();
    }

    long[] initial() {
        v = new long[READER + READERS * R_SIZE];
        v[NEWEST] = Windows.EMPTY;
        v[WINDOW] = Windows.EMPTY;
        Arrays.fill(v, MAILBOX, MAILBOX + SEATS, Windows.EMPTY);
        v[SITTING] = 1;
        v[VACANT] = 1;
        v[NEXT_SEAT] = 1;
        v[PRESENT] = (1L << windowSize + 1 - (mutant == Mutant.POOL_ONE_TOO_SMALL ? 1 : 0)) - 1;
        for (int reader = 0; reader < scripts.size(); reader++) {
            at(reader, R_WINDOW, Windows.EMPTY);
            if (scripts.get(reader).indexOf(Op.JOIN) != 0) {
                sitFromTheStart(reader);
            }
        }
        for (int seat = 0; seat < SEATS; seat++) {
            if ((v[SITTING] >>> seat & 1) != 0) {
                bringSlots();
            }
        }
        v[SEEN] = v[SITTING];
        return v;
    }

    private void sitFromTheStart(int reader) {
        boolean first = v[VACANT] != 0 || mutant == Mutant.HANDLE_SHARED_BY_TWO_THREADS;
        long seat = first ? 0 : v[NEXT_SEAT]++;
        v[VACANT] = 0;
        v[SITTING] |= 1L << seat;
        at(reader, R_SEAT, seat);
    }

    /** Threads are numbered: 0 is the publisher, 1 to n are the readers. */
    int threads() {
        return scripts.size() + 1;
    }

    /** Returns the state after one step of a thread, or null if the thread cannot take a step. */
    long[] step(long[] from, int thread) {
        v = from.clone();
        boolean went = thread == 0 ? publisherStep() : readerStep(thread - 1);
        if (!went) {
            return null;
        }
        for (int reader = 0; reader < scripts.size(); reader++) {
            requireUntouched(reader);
        }
        return v;
    }

    /** Checks a final state, in which no thread can take a step. */
    void requireComplete(long[] end) {
        v = end;
        for (int reader = 0; reader < scripts.size(); reader++) {
            if (at(reader, R_OP) != scripts.get(reader).size() || v[COUNT] != publishes) {
                throw new Broken("a thread is stuck");
            }
            if (at(reader, R_SEAT) != GONE && at(reader, R_DROPPED) == 0) {
                long mail = v[MAILBOX + (int) at(reader, R_SEAT)];
                long newest = mail == Windows.TAKEN ? at(reader, R_VERSION) : version(mail);
                if (newest != publishes) {
                    throw new Broken("reader " + reader + " never gets the last window");
                }
            }
        }
    }

    private boolean publisherStep() {
        switch ((int) v[PC]) {
            case 0 -> {
                if (v[COUNT] == publishes) {
                    return false;
                }
                v[SLOT] = freeSlot();
                leavesTable((int) v[SLOT], (v[SUCCESSORS] >>> v[SLOT] & 1) != 0);
                v[WRITERS + (int) v[SLOT]] = writers((int) v[SLOT]);
                v[CONTENT + (int) v[SLOT]] = WRITING;
                v[PC] = 1;
            }
            case 1 -> {
                v[CONTENT + (int) v[SLOT]] = v[COUNT] + 1;
                v[LOOKED] = v[SITTING];
                if (mutant == Mutant.RENEWALS_TAKEN_BEFORE_SEATS_READ) {
                    takeRenewals();
                }
                v[PC] = mutant == Mutant.NEWEST_STORED_LAST ? 3 : 2;
            }
            case 2 -> {
                v[NEWEST] = mutant == Mutant.NEWEST_STORED_LAST ? v[WINDOW] : after();
                v[PC] = 3;
                if (mutant == Mutant.NEWEST_STORED_LAST) {
                    endPublish();
                }
            }
            case 3 -> exchangeWithSeen();
            case 4 -> {
                if (mutant != Mutant.SEATS_READ_BEFORE_EXCHANGE) {
                    v[LOOKED] = v[SITTING];
                }
                long left = v[SEEN] & ~v[LOOKED];
                v[LEFT] = Long.bitCount(left);
                v[WINDOW] = after();
                v[SEEN] &= v[LOOKED];
                clearHeld(left);
                if (mutant == Mutant.RETIRED_BEFORE_ADOPTED) {
                    retireLeft();
                }
                boolean changed = v[CHANGED] != 0;
                v[CHANGED] = 0;
                v[PC] = changed && mutant != Mutant.RENEWALS_TAKEN_BEFORE_SEATS_READ ? 6 : 5;
            }
            case 6 -> {
                takeRenewals();
                v[PC] = 5;
            }
            default -> adoptOne();
        }
        return true;
    }

    /** Returns the publishes that wrote the bodies of the state that is being written: this one, or earlier ones. */
    private long writers(int slot) {
        long publish = v[COUNT] + 1;
        if (v[WINDOW] == Windows.EMPTY) {
            return newestWriters[(int) publish];
        }
        int age = mutant == Mutant.BODIES_COPIED_FROM_OLDEST ? Windows.size(v[WINDOW]) - 1 : 0;
        long newest = v[WRITERS + Windows.slot(v[WINDOW], age)];
        long writers = 0;
        for (int body = 0; body < BODIES; body++) {
            long writer = isCopied(body, v[CONTENT + slot]) ? writer(newest, body) : writer(v[WRITERS + slot], body);
            writers |= (isWritten(body, publish) ? publish : writer) << body * BITS_OF_A_BODY;
        }
        return writers;
    }

    /** Whether a body is copied from the newest state into a slot that still holds an older one. */
    private boolean isCopied(int body, long older) {
        if (mutant == Mutant.BODIES_NOT_COPIED_FORWARD) {
            return false;
        }
        long remembered = v[COUNT] - windowSize - 1;
        if (older <= 0 || older < remembered && mutant != Mutant.CHANGES_REACH_TOO_FAR_BACK) {
            return true;
        }
        long first = Math.max(older, remembered) + (mutant == Mutant.OLDEST_CHANGE_NOT_UNITED ? 2 : 1);
        long last = v[COUNT] - (mutant == Mutant.NEWEST_CHANGE_NOT_UNITED ? 1 : 0);
        for (long publish = first; publish <= last; publish++) {
            if (isWritten(body, publish)) {
                return true;
            }
        }
        return false;
    }

    private boolean isWritten(int body, long publish) {
        return publish == 1 || publish % BODIES == body && publish != amended;
    }

    private static long writer(long writers, int body) {
        return writers >>> body * BITS_OF_A_BODY & (1 << BITS_OF_A_BODY) - 1;
    }

    private long newestWriters(long publish) {
        long writers = 0;
        for (int body = 0; body < BODIES; body++) {
            long writer = publish;
            while (!isWritten(body, writer)) {
                writer--;
            }
            writers |= writer << body * BITS_OF_A_BODY;
        }
        return writers;
    }

    private void takeRenewals() {
        v[SUCCESSORS] |= v[RENEWALS];
        v[RENEWALS] = 0;
    }

    /**
     * Marks a slot that leaves the table as renewed: the slot gets another state or none, and nothing writes the state
     * that a garbage reader still reads.
     */
    private void leavesTable(int slot, boolean leaves) {
        if (leaves) {
            v[SUCCESSORS] &= ~(1L << slot);
            v[WRITERS + slot] = 0;
            v[CONTENT + slot] = 0;
            for (int reader = 0; reader < scripts.size(); reader++) {
                if (at(reader, R_DROPPED) != 0 && (slots(at(reader, R_WINDOW)) >>> slot & 1) != 0) {
                    at(reader, R_RENEWED, at(reader, R_RENEWED) | 1L << slot);
                }
            }
        }
    }

    private void exchangeWithSeen() {
        int seat = (int) v[AT];
        if (mutant == Mutant.PUBLISHER_EXCHANGE_NOT_ATOMIC && v[OLD] == 0) {
            v[OLD] = v[MAILBOX + seat];
            return;
        }
        long old = v[OLD] != 0 ? v[OLD] : v[MAILBOX + seat];
        v[OLD] = 0;
        v[MAILBOX + seat] = after();
        if (old == Windows.TAKEN && mutant != Mutant.HELD_NEVER_UPDATED) {
            v[HELD + seat] = slots(v[WINDOW]);
        }
        long rest = v[SEEN] >>> seat + 1;
        v[AT] = rest == 0 ? 0 : seat + 1 + Long.numberOfTrailingZeros(rest);
        v[PC] = rest != 0 ? 3 : 4;
    }

    private void adoptOne() {
        long joined = v[LOOKED] & ~v[SEEN];
        if (joined != 0) {
            int seat = Long.numberOfTrailingZeros(joined);
            if (v[LEFT] > 0) {
                v[LEFT]--;
            } else {
                bringSlots();
            }
            v[SEEN] |= 1L << seat;
            long old = v[MAILBOX + seat];
            v[MAILBOX + seat] = v[WINDOW];
            if (old == Windows.TAKEN && mutant != Mutant.FOUND_WINDOW_FORGOTTEN) {
                v[HELD + seat] = slots(v[FOUND + seat]);
            }
        }
        if ((v[LOOKED] & ~v[SEEN]) == 0) {
            retireLeft();
            if (mutant == Mutant.NEWEST_STORED_LAST) {
                v[PC] = 2;
            } else {
                endPublish();
            }
        }
    }

    private void endPublish() {
        v[COUNT]++;
        v[PC] = 0;
    }

    private boolean readerStep(int reader) {
        int op = (int) at(reader, R_OP);
        if (op == scripts.get(reader).size()) {
            return false;
        }
        switch (scripts.get(reader).get(op)) {
            case ACQUIRE -> acquireStep(reader);
            case JOIN -> {
                if (at(reader, R_PC) == 0 && v[LOCKED] != 0) {
                    return false;
                }
                joinStep(reader);
            }
            case LEAVE -> {
                if (v[LOCKED] != 0) {
                    return false;
                }
                leave(reader);
            }
            case DROP -> {
                at(reader, R_DROPPED, 1);
                next(reader);
            }
        }
        return true;
    }

    private void acquireStep(int reader) {
        int mailbox = MAILBOX + (int) at(reader, R_SEAT);
        if (at(reader, R_PC) == 0) {
            at(reader, R_PC, 1);
            at(reader, R_FLOOR, v[COUNT]);
            if (v[mailbox] == Windows.TAKEN && mutant != Mutant.READER_DOES_NOT_PROBE) {
                if (at(reader, R_VERSION) < at(reader, R_FLOOR)) {
                    throw new Broken("reader " + reader + " does not get a published window");
                }
                next(reader);
            }
        } else if (mutant == Mutant.READER_EXCHANGE_NOT_ATOMIC && at(reader, R_PC) == 1) {
            at(reader, R_TEMP, v[mailbox]);
            at(reader, R_PC, 2);
        } else {
            take(reader, mutant == Mutant.READER_EXCHANGE_NOT_ATOMIC ? at(reader, R_TEMP) : v[mailbox]);
            v[mailbox] = Windows.TAKEN;
            next(reader);
        }
    }

    private void take(int reader, long window) {
        if (window == Windows.TAKEN) {
            throw new Broken("reader " + reader + " takes a value that is not a window");
        }
        long version = version(window);
        if (version < at(reader, R_FLOOR) || version < at(reader, R_VERSION)) {
            throw new Broken("reader " + reader + " gets an older window than the newest available");
        }
        at(reader, R_WINDOW, window);
        at(reader, R_VERSION, version);
    }

    private void joinStep(int reader) {
        // Of several garbage readers, the joiner continues with the one it began to free.
        int dropped = at(reader, R_PC) > FREEING ? (int) at(reader, R_TEMP) : droppedReader();
        if (at(reader, R_PC) == 0 && dropped >= 0) {
            v[LOCKED] = 1;
            at(reader, R_PC, FREEING);
        } else if (at(reader, R_PC) >= FREEING && dropped >= 0) {
            freeDropped(reader, dropped);
        } else if (at(reader, R_PC) == 0 || at(reader, R_PC) == FREEING) {
            at(reader, R_VERSION, 0);
            if (v[VACANT] != 0) {
                v[VACANT] = 0;
                v[LOCKED] = 0;
                at(reader, R_SEAT, 0);
                next(reader);
                return;
            }
            v[LOCKED] = 1;
            at(reader, R_SEAT, v[NEXT_SEAT]++);
            if (mutant == Mutant.JOINER_LOOKS_BEFORE_SITTING_DOWN) {
                at(reader, R_TEMP, v[NEWEST]);
            } else {
                sit(at(reader, R_SEAT));
            }
            at(reader, R_PC, 1);
        } else if (at(reader, R_PC) == 1) {
            if (mutant == Mutant.JOINER_LOOKS_BEFORE_SITTING_DOWN) {
                sit(at(reader, R_SEAT));
            } else {
                at(reader, R_TEMP, v[NEWEST]);
            }
            at(reader, R_PC, 2);
        } else {
            int seat = (int) at(reader, R_SEAT);
            v[FOUND + seat] = at(reader, R_TEMP);
            if (v[MAILBOX + seat] == Windows.EMPTY || mutant == Mutant.JOINER_FILLS_BLINDLY) {
                v[MAILBOX + seat] = at(reader, R_TEMP);
            }
            v[LOCKED] = 0;
            next(reader);
        }
    }

    private void sit(long seat) {
        v[SITTING] |= 1L << seat;
        v[CHANGED] = 1;
    }

    /** Returns a garbage reader whose seat no joiner has freed yet, or -1. */
    private int droppedReader() {
        for (int reader = 0; reader < scripts.size(); reader++) {
            if (at(reader, R_DROPPED) != 0 && at(reader, R_SEAT) != GONE) {
                return reader;
            }
        }
        return -1;
    }

    private void freeDropped(int reader, int dropped) {
        boolean first = at(dropped, R_SEAT) == 0;
        int step = (int) at(reader, R_PC) - FREEING;
        // One step each: leave the slots to the publisher, make that visible to it, and refill the first seat.
        Runnable renew =
                () -> v[RENEWALS] |= mutant == Mutant.DROPPED_SLOTS_NOT_RENEWED ? 0 : slots(at(dropped, R_WINDOW));
        Runnable show = () -> showDropped(at(dropped, R_SEAT));
        Runnable fill = () -> fillDropped(dropped);
        List<Runnable> steps = first ? List.of(renew, show, fill) : List.of(renew, show);
        if (mutant == Mutant.RENEWAL_LEFT_AFTER_THE_SEAT_WENT) {
            steps = first ? List.of(show, renew, fill) : List.of(show, renew);
        } else if (mutant == Mutant.DROPPED_FIRST_SEAT_FILLED_TOO_EARLY && first) {
            steps = List.of(fill, renew, show);
        }
        at(reader, R_TEMP, dropped);
        steps.get(step).run();
        boolean last = step + 1 == steps.size();
        at(reader, R_PC, last ? FREEING : FREEING + step + 1);
        if (last) {
            at(reader, R_TEMP, 0);
            at(dropped, R_SEAT, GONE);
        }
    }

    private void showDropped(long seat) {
        if (seat != 0) {
            v[SITTING] &= ~(1L << seat);
            v[CHANGED] = 1;
        } else if (mutant != Mutant.DROPPED_FIRST_SEAT_NOT_SHOWN) {
            v[CHANGED] = 1;
        }
    }

    private void fillDropped(int dropped) {
        v[VACANT] = 1;
        if (v[MAILBOX] == Windows.TAKEN) {
            v[MAILBOX] = at(dropped, R_WINDOW);
        }
    }

    private void leave(int reader) {
        int seat = (int) at(reader, R_SEAT);
        long window = at(reader, R_WINDOW);
        if (mutant != Mutant.LEAVER_STILL_READS) {
            at(reader, R_WINDOW, Windows.EMPTY);
        }
        if (seat != 0) {
            v[SITTING] &= ~(1L << seat);
            v[CHANGED] = 1;
        } else {
            v[VACANT] = 1;
            if (v[MAILBOX] == Windows.TAKEN && mutant != Mutant.LEAVER_GIVES_NOTHING_BACK) {
                v[MAILBOX] = window;
            }
        }
        if (mutant != Mutant.LEAVER_STILL_READS) {
            at(reader, R_VERSION, 0);
        }
        at(reader, R_SEAT, GONE);
        next(reader);
    }

    private void next(int reader) {
        at(reader, R_OP, at(reader, R_OP) + 1);
        at(reader, R_PC, 0);
        // Clear the temporary variables of the operation: different leftovers would multiply the states.
        at(reader, R_TEMP, 0);
        at(reader, R_FLOOR, 0);
    }

    /** Checks that each slot of the window a reader holds still has the published content, without a missing state. */
    private void requireUntouched(int reader) {
        long window = at(reader, R_WINDOW);
        long expected = at(reader, R_VERSION);
        for (int age = 0; age < Windows.size(window); age++) {
            int slot = Windows.slot(window, age);
            long content = v[CONTENT + slot];
            boolean itsOwn = (at(reader, R_RENEWED) >>> slot & 1) != 0;
            if (content != expected && !itsOwn) {
                throw new Broken("reader " + reader + " holds publish " + at(reader, R_VERSION) + " and finds "
                        + (content < 0 ? "a slot that is being written or retired" : "publish " + content)
                        + " instead of "
                        + expected);
            }
            if (!itsOwn && v[WRITERS + slot] != newestWriters[(int) expected]) {
                throw new Broken("reader " + reader + " finds bodies of publishes "
                        + Long.toHexString(v[WRITERS + slot]) + " in publish " + expected);
            }
            expected -= expected == amended ? 2 : 1;
        }
        if (window != Windows.EMPTY && Windows.size(window) != Math.min(windowSize, statesBy(at(reader, R_VERSION)))) {
            throw new Broken("reader " + reader + " holds a window that is too short");
        }
    }

    private long statesBy(long version) {
        return amended != 0 && version >= amended ? version - 1 : version;
    }

    private long after() {
        return amended == v[COUNT] + 1
                ? Windows.replaceNewest(v[WINDOW], (int) v[SLOT])
                : Windows.push(v[WINDOW], (int) v[SLOT], Windows.beyond(windowSize));
    }

    private long freeSlot() {
        long busy = slots(v[WINDOW]);
        long held = 0;
        for (int seat = 0; seat < SEATS; seat++) {
            held |= v[HELD + seat];
        }
        if (mutant == Mutant.HISTORY_FREED_WITHOUT_READERS && held == 0 && busy != 0) {
            busy = 1L << Windows.slot(v[WINDOW], 0);
        }
        long free = v[PRESENT] & ~busy & ~held;
        if (free == 0) {
            throw new Broken("no slot is free");
        }
        return Long.numberOfTrailingZeros(free);
    }

    private void bringSlots() {
        for (int i = 0; i < windowSize; i++) {
            v[PRESENT] |= Long.lowestOneBit(~v[PRESENT]);
        }
    }

    private void retireLeft() {
        for (int i = 0; i < windowSize * v[LEFT]; i++) {
            int slot = (int) freeSlot();
            v[PRESENT] &= ~(1L << slot);
            leavesTable(slot, true);
            v[CONTENT + slot] = RETIRED;
        }
        v[LEFT] = 0;
    }

    private void clearHeld(long seats) {
        for (int seat = 0; seat < SEATS; seat++) {
            if ((seats >>> seat & 1) != 0) {
                v[HELD + seat] = 0;
            }
        }
    }

    private long slots(long window) {
        long set = 0;
        for (int age = 0; age < Windows.size(window); age++) {
            set |= 1L << Windows.slot(window, age);
        }
        return set;
    }

    private long version(long window) {
        return window == Windows.EMPTY ? 0 : v[CONTENT + Windows.slot(window, 0)];
    }

    private long at(int reader, int variable) {
        return v[READER + reader * R_SIZE + variable];
    }

    private void at(int reader, int variable, long value) {
        v[READER + reader * R_SIZE + variable] = value;
    }
}
