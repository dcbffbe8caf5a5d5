package io.github.freestep.state;

import static io.github.freestep.testing.WeakMemory.Mode.ACQUIRE;
import static io.github.freestep.testing.WeakMemory.Mode.ACQUIRE_RELEASE;
import static io.github.freestep.testing.WeakMemory.Mode.OPAQUE;
import static io.github.freestep.testing.WeakMemory.Mode.RELEASE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.state.handoff.Windows;
import io.github.freestep.testing.WeakMemory;
import io.github.freestep.testing.WeakMemory.Accesses;
import io.github.freestep.testing.WeakMemory.Mode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Models the handoff between threads, for {@link WeakMemory} to explore. It does what {@link StatePublisher},
 * {@link Reader} and {@link StateBuffer} do, with the accesses of {@link Access}. The content of a state is reduced to
 * the number of the publish that wrote it, in a cell, so that each access to it that is not ordered is an error.
 *
 * <p>A volatile access of the code is only an acquire or a release here, or both. So the guarantees hold with these
 * alone, on every processor.
 */
final class HandoffModel {
    /** The accesses of the code to what threads share, with the weakest mode that each of them needs. */
    enum Access {
        STORE_NEWEST(RELEASE, "StatePublisher.handOver WINDOW.setRelease"),
        LOAD_NEWEST(ACQUIRE, "SlotPool.newest WINDOW.getAcquire"),
        PUBLISH(ACQUIRE_RELEASE, "Mailbox.put MAIL.getAndSet"),
        /** To the mailbox of a seat that has just joined. */
        ADOPT(ACQUIRE_RELEASE, "Mailbox.put MAIL.getAndSet"),
        PROBE(OPAQUE, "Mailbox.hasWindow MAIL.getOpaque"),
        TAKE(ACQUIRE_RELEASE, "Mailbox.take MAIL.getAndSet"),
        MEET_PUBLISHER(ACQUIRE_RELEASE, "Mailbox.meetPublisher MAIL.getAndAdd"),
        FILL_ON_JOINING(OPAQUE, "Mailbox.fill MAIL.compareAndSet"),
        FILL_ON_LEAVING(RELEASE, "Mailbox.fill MAIL.compareAndSet"),
        LOAD_SEATS(ACQUIRE, "StateBuffer.seats volatile"),
        SIT(RELEASE, "StateBuffer.seats volatile"),
        RISE(RELEASE, "StateBuffer.seats volatile"),
        /** To replace the list by a copy before a seat of a garbage reader is freed. */
        SHOW(RELEASE, "StateBuffer.seats volatile"),
        /** The renewals are passed on by the list of seats, which is stored later and read before. */
        LEAVE_RENEWAL(OPAQUE, "StateBuffer.renew renewals.compareAndSet"),
        TAKE_RENEWALS(OPAQUE, "StateBuffer.takeRenewals renewals.getAndSet"),

        // The owner of a handle, which another model has.
        CLOSE(RELEASE, "Handle.closeHandle OWNER.setRelease"),
        UNBIND(RELEASE, "Handle.unbind OWNER.setVolatile"),
        LOOK(OPAQUE, "Handle.bind OWNER.getVolatile"),
        BIND(ACQUIRE, "Handle.bind OWNER.compareAndSet"),
        LOOK_FOR_ENDED(OPAQUE, "Handle.takeFromEndedThread OWNER.getVolatile"),
        TAKE_FROM_ENDED(OPAQUE, "Handle.takeFromEndedThread OWNER.compareAndSet");

        final Mode mode;
        final String code;

        Access(Mode mode, String code) {
            this.mode = mode;
            this.code = code;
        }
    }

    /** A bug planted in the model, beside weaker accesses, to show that the exploration finds it. */
    enum Bug {
        POOL_ONE_TOO_SMALL,
        HELD_NEVER_UPDATED,
        HISTORY_FREED_WITHOUT_READERS,
        HANDLE_SHARED_BY_TWO_THREADS,
        SEATS_READ_BEFORE_EXCHANGE,
        NEWEST_STORED_LAST,
        JOINER_LOOKS_BEFORE_SITTING_DOWN,
        FOUND_WINDOW_FORGOTTEN,
        LEAVER_STILL_READS,
        RETIRED_BEFORE_ADOPTED,
        RENEWAL_LEFT_AFTER_THE_SEAT_WENT,
        DROPPED_FIRST_SEAT_FILLED_TOO_EARLY,
        RENEWALS_TAKEN_BEFORE_SEATS_READ
    }

    // Locations. The list of seats is a set of seats, and above it a number that each new list increments.
    private static final int NEWEST = 0;
    private static final int SEATS = 1;
    private static final int LOCK = 2;
    private static final int RENEWALS = 3;
    private static final int DROPPED = 4;
    private static final int MAILBOX = 5;
    private static final int NEW_LIST = 1 << 8;

    // The publisher's own variables; then the slots held by each seat, and the successor of each slot.
    private static final int COUNT = 0;
    private static final int WINDOW = 1;
    private static final int SEEN = 2;
    private static final int PRESENT = 3;
    private static final int HELD = 4;

    // A reader's own variables.
    private static final int OP = 0;
    private static final int R_WINDOW = 1;
    private static final int VERSION = 2;
    private static final int SEAT = 3;
    private static final int LOOKED = 4;

    private final int windowSize;
    private final int publishes;
    private final int amended;
    private final List<String> scripts;
    private final @Nullable Bug bug;
    private final Map<Access, Mode> modes = new EnumMap<>(Access.class);

    /** The seats that readers have from the start, and all that there can be. */
    private final int sitting;

    private final int seats;
    private final int slots;

    // Cells: the states, which are those from the start, of joiners and of renewals; then the table, the windows that
    // joiners found, those of dropped readers, and what the lock guards: the next seat, and whether the first is taken.
    private final int firstJoined;
    private final int firstRenewed;
    private final int table;
    private final int found;
    private final int last;
    private final int guarded;

    /**
     * @param amended the number of the publish, counted from 1, that amends the previous one; 0 for none
     * @param scripts one for each reader: a to acquire, j to join, l to leave, d to become garbage, and then o to look
     *     at the states again; a reader whose script does not begin with j has a seat from the start
     * @param weaker an access with another mode than its own, or null
     */
    HandoffModel(
            int windowSize,
            int publishes,
            int amended,
            List<String> scripts,
            @Nullable Bug bug,
            @Nullable Access weaker,
            @Nullable Mode mode) {
        this.windowSize = windowSize;
        this.publishes = publishes;
        this.amended = amended;
        this.scripts = scripts;
        this.bug = bug;
        for (Access access : Access.values()) {
            modes.put(access, access == weaker ? mode : access.mode);
        }
        int joins =
                (int) String.join("", scripts).chars().filter(op -> op == 'j').count();
        sitting = Math.max(1, (int)
                scripts.stream().filter(script -> !script.startsWith("j")).count());
        seats = sitting + joins;
        slots = windowSize * (seats + 1) + 1;
        firstJoined = windowSize * (sitting + 1) + 1;
        firstRenewed = firstJoined + windowSize * joins;
        table = firstRenewed + windowSize * scripts.size();
        found = table + slots;
        last = found + seats;
        guarded = last + scripts.size();
    }

    private boolean publish(Accesses memory, long[] own) {
        if (own[COUNT] == publishes) {
            return false;
        }
        long publish = ++own[COUNT];
        long before = own[WINDOW];
        int slot = Long.numberOfTrailingZeros(free(own));
        int successor = HELD + seats + slot;
        if (own[successor] != 0) {
            memory.write(table + slot, own[successor]);
            own[successor] = 0;
        }
        memory.write((int) memory.read(table + slot), publish);
        long next = publish == amended
                ? Windows.replaceNewest(before, slot)
                : Windows.push(before, slot, Windows.beyond(windowSize));
        long early = bug == Bug.SEATS_READ_BEFORE_EXCHANGE ? loadSeats(memory) : 0;
        takeRenewals(memory, own, bug == Bug.RENEWALS_TAKEN_BEFORE_SEATS_READ);
        storeNewest(memory, next, bug != Bug.NEWEST_STORED_LAST);
        own[WINDOW] = next;
        for (int seat = 0; seat < seats; seat++) {
            if ((own[SEEN] >>> seat & 1) != 0
                    && memory.getAndUpdate(MAILBOX + seat, mail -> next, modes.get(Access.PUBLISH)) == Windows.TAKEN
                    && bug != Bug.HELD_NEVER_UPDATED) {
                own[HELD + seat] = slots(before);
            }
        }
        storeNewest(memory, next, bug == Bug.NEWEST_STORED_LAST);
        long list = bug == Bug.SEATS_READ_BEFORE_EXCHANGE ? early : loadSeats(memory);
        if (list != own[SEEN]) {
            reseat(memory, own, list);
        }
        return true;
    }

    private void storeNewest(Accesses memory, long window, boolean now) {
        memory.store(NEWEST, window, now ? modes.get(Access.STORE_NEWEST) : Mode.NONE);
    }

    private long loadSeats(Accesses memory) {
        return memory.load(SEATS, modes.get(Access.LOAD_SEATS));
    }

    private void reseat(Accesses memory, long[] own, long list) {
        long gone = own[SEEN] & ~list & NEW_LIST - 1;
        long joined = list & ~own[SEEN] & NEW_LIST - 1;
        int left = Long.bitCount(gone);
        own[SEEN] = list;
        for (int seat = 0; seat < seats; seat++) {
            own[HELD + seat] = (gone >>> seat & 1) == 0 ? own[HELD + seat] : 0;
        }
        if (bug == Bug.RETIRED_BEFORE_ADOPTED) {
            retire(memory, own, left);
            left = 0;
        }
        for (int seat = 0; seat < seats; seat++) {
            if ((joined >>> seat & 1) != 0) {
                if (left-- <= 0) {
                    addSlots(memory, own, seat);
                }
                long mail = memory.getAndUpdate(MAILBOX + seat, old -> own[WINDOW], modes.get(Access.ADOPT));
                if (mail == Windows.TAKEN && bug != Bug.FOUND_WINDOW_FORGOTTEN) {
                    own[HELD + seat] = slots(memory.read(found + seat));
                }
            }
        }
        takeRenewals(memory, own, bug != Bug.RENEWALS_TAKEN_BEFORE_SEATS_READ);
        retire(memory, own, left);
    }

    private void addSlots(Accesses memory, long[] own, int seat) {
        for (int i = 0; i < windowSize; i++) {
            int slot = Long.numberOfTrailingZeros(~own[PRESENT]);
            own[PRESENT] |= 1L << slot;
            memory.write(table + slot, firstJoined + (seat - sitting) * windowSize + i);
        }
    }

    private void retire(Accesses memory, long[] own, int left) {
        for (int i = 0; i < windowSize * left; i++) {
            // A reader has just released the lowest, so if they are taken, the bug shows within fewer states.
            int slot = Long.numberOfTrailingZeros(
                    bug == Bug.RETIRED_BEFORE_ADOPTED ? free(own) : Long.highestOneBit(free(own)));
            own[PRESENT] &= ~(1L << slot);
            own[HELD + seats + slot] = 0;
            memory.write(table + slot, -1);
        }
    }

    private void takeRenewals(Accesses memory, long[] own, boolean now) {
        long list = memory.getAndUpdate(RENEWALS, all -> 0, now ? modes.get(Access.TAKE_RENEWALS) : Mode.NONE);
        for (; list != 0; list >>>= 4) {
            int reader = (int) list % 16 - 1;
            long window = memory.read(last + reader);
            for (int age = 0; age < Windows.size(window); age++) {
                own[HELD + seats + Windows.slot(window, age)] = firstRenewed + reader * windowSize + age;
            }
        }
    }

    private long free(long[] own) {
        long busy = slots(own[WINDOW]);
        long held = 0;
        for (int seat = 0; seat < seats; seat++) {
            held |= own[HELD + seat];
        }
        if (bug == Bug.HISTORY_FREED_WITHOUT_READERS && held == 0 && busy != 0) {
            busy = 1L << Windows.slot(own[WINDOW], 0);
        }
        long free = own[PRESENT] & ~busy & ~held;
        assertTrue(free != 0, "no slot is free");
        return free;
    }

    private boolean read(Accesses memory, long[] own, int reader) {
        String script = scripts.get(reader);
        if (own[OP] == script.length()) {
            return false;
        }
        char op = script.charAt((int) own[OP]++);
        if (op != 'o') {
            look(memory, own);
        }
        switch (op) {
            case 'a' -> acquire(memory, own);
            case 'j' -> join(memory, own);
            case 'l' -> leave(memory, own);
            case 'd' -> {
                memory.write(last + reader, own[R_WINDOW]);
                memory.getAndUpdate(DROPPED, readers -> readers | 1L << reader, RELEASE);
            }
            default -> lookAgain(memory, own);
        }
        return true;
    }

    private void acquire(Accesses memory, long[] own) {
        int mailbox = MAILBOX + (int) own[SEAT];
        if (memory.load(mailbox, modes.get(Access.PROBE)) != Windows.TAKEN) {
            own[R_WINDOW] = memory.getAndUpdate(mailbox, mail -> Windows.TAKEN, modes.get(Access.TAKE));
            assertTrue(own[R_WINDOW] != Windows.TAKEN, "a reader takes a value that is not a window");
            long before = own[VERSION];
            look(memory, own);
            assertTrue(own[VERSION] >= before, "a reader gets an older window than before");
        }
    }

    /** Looks at all states of the own window, and notes their cells, counted from 1. */
    private void look(Accesses memory, long[] own) {
        long window = own[R_WINDOW];
        int size = Windows.size(window);
        own[LOOKED] = 0;
        for (int age = 0; age < size; age++) {
            own[LOOKED] |= memory.read(table + Windows.slot(window, age)) + 1 << age * 8;
        }
        own[VERSION] = size == 0 ? 0 : memory.read((int) (own[LOOKED] & 0xFF) - 1);
        long states = amended != 0 && own[VERSION] >= amended ? own[VERSION] - 1 : own[VERSION];
        assertTrue(size == Math.min(windowSize, states), "a window is too short");
        lookAgain(memory, own);
    }

    private void lookAgain(Accesses memory, long[] own) {
        long expected = own[VERSION];
        for (long looked = own[LOOKED]; looked != 0; looked >>>= 8) {
            assertTrue(memory.read((int) (looked & 0xFF) - 1) == expected, "a window has another state than published");
            expected -= expected == amended ? 2 : 1;
        }
    }

    private void join(Accesses memory, long[] own) {
        memory.await(LOCK, 0, 1);
        freeDropped(memory);
        long readers = memory.read(guarded);
        boolean isFirst = (readers & 1) == 0;
        int seat = isFirst ? 0 : (int) readers >>> 4;
        own[SEAT] = seat;
        own[R_WINDOW] = Windows.EMPTY;
        own[VERSION] = 0;
        own[LOOKED] = 0;
        memory.write(guarded, isFirst ? readers | 1 : readers + 16);
        if (!isFirst) {
            for (int i = 0; i < windowSize; i++) {
                memory.write(firstJoined + (seat - sitting) * windowSize + i, 0);
            }
            long window = bug == Bug.JOINER_LOOKS_BEFORE_SITTING_DOWN ? findWindow(memory) : 0;
            changeSeats(memory, 1L << seat, Access.SIT);
            window = bug == Bug.JOINER_LOOKS_BEFORE_SITTING_DOWN ? window : findWindow(memory);
            memory.write(found + seat, window);
            memory.compareAndSet(MAILBOX + seat, Windows.EMPTY, window, modes.get(Access.FILL_ON_JOINING));
        }
        memory.store(LOCK, 0, RELEASE);
    }

    private long findWindow(Accesses memory) {
        memory.getAndUpdate(MAILBOX, word -> word, modes.get(Access.MEET_PUBLISHER));
        return memory.load(NEWEST, modes.get(Access.LOAD_NEWEST));
    }

    /** Stores another list of seats, in which one seat may have come or gone. For a thread with the lock. */
    private void changeSeats(Accesses memory, long seat, Access access) {
        long list = memory.load(SEATS, ACQUIRE);
        memory.store(SEATS, (list ^ seat) + NEW_LIST, modes.get(access));
    }

    private void freeDropped(Accesses memory) {
        long dropped = memory.getAndUpdate(DROPPED, readers -> 0, ACQUIRE);
        for (int reader = 0; reader < scripts.size(); reader++) {
            if ((dropped >>> reader & 1) != 0) {
                // Readers that are dropped have been there from the start, so each has the seat of its number.
                int seat = reader;
                long window = memory.read(last + reader);
                List<Runnable> steps = new ArrayList<>(List.of(
                        () -> renew(memory, seat, window),
                        () -> changeSeats(memory, 0, Access.SHOW),
                        () -> freeSeat(memory, seat, window)));
                if (bug == Bug.RENEWAL_LEFT_AFTER_THE_SEAT_WENT) {
                    Collections.rotate(steps, seat == 0 ? 0 : -1);
                    Collections.swap(steps, 0, seat == 0 ? 1 : 0);
                } else if (bug == Bug.DROPPED_FIRST_SEAT_FILLED_TOO_EARLY && seat == 0) {
                    Collections.rotate(steps, 1);
                }
                steps.forEach(Runnable::run);
            }
        }
    }

    private void renew(Accesses memory, int reader, long window) {
        if (window == Windows.EMPTY) {
            return;
        }
        long list = memory.load(RENEWALS, ACQUIRE);
        if (list == 0 || memory.read(last + (int) list % 16 - 1) != window) {
            for (int i = 0; i < windowSize; i++) {
                memory.write(firstRenewed + reader * windowSize + i, 0);
            }
            memory.getAndUpdate(RENEWALS, older -> older << 4 | reader + 1, modes.get(Access.LEAVE_RENEWAL));
        }
    }

    private void leave(Accesses memory, long[] own) {
        memory.await(LOCK, 0, 1);
        freeSeat(memory, (int) own[SEAT], own[R_WINDOW]);
        if (bug == Bug.LEAVER_STILL_READS) {
            look(memory, own);
        }
        memory.store(LOCK, 0, RELEASE);
        own[SEAT] = -1;
        own[R_WINDOW] = Windows.EMPTY;
    }

    private void freeSeat(Accesses memory, int seat, long window) {
        if (seat != 0) {
            changeSeats(memory, 1L << seat, Access.RISE);
            return;
        }
        memory.compareAndSet(MAILBOX, Windows.TAKEN, window, modes.get(Access.FILL_ON_LEAVING));
        memory.write(guarded, memory.read(guarded) & ~1L);
    }

    private static long slots(long window) {
        long set = 0;
        for (int age = 0; age < Windows.size(window); age++) {
            set |= 1L << Windows.slot(window, age);
        }
        return set;
    }

    /** Explores all executions. Returns the number of states. */
    int explore(int most) {
        long[][] own = new long[scripts.size() + 1][LOOKED + 1];
        int next = 0;
        for (int reader = 0; reader < scripts.size(); reader++) {
            own[reader + 1][R_WINDOW] = Windows.EMPTY;
            boolean sits = !scripts.get(reader).startsWith("j");
            own[reader + 1][SEAT] = !sits ? -1 : bug == Bug.HANDLE_SHARED_BY_TWO_THREADS ? 0 : next++;
        }
        long list = (1L << sitting) - 1;
        int states = windowSize * (sitting + 1) + 1;
        own[0] = new long[HELD + seats + slots];
        own[0][WINDOW] = Windows.EMPTY;
        own[0][SEEN] = list;
        own[0][PRESENT] = (1L << states - (bug == Bug.POOL_ONE_TOO_SMALL ? 1 : 0)) - 1;
        long[] initial = new long[MAILBOX + seats];
        Arrays.fill(initial, MAILBOX, initial.length, Windows.EMPTY);
        initial[NEWEST] = Windows.EMPTY;
        initial[SEATS] = list;
        long[] cells = new long[guarded + 1];
        for (int slot = 0; slot < slots; slot++) {
            cells[table + slot] = slot < states ? slot : -1;
        }
        cells[guarded] = sitting * 16L + (next > 0 ? 1 : 0);
        return new WeakMemory(
                        initial,
                        cells,
                        own,
                        (memory, mine) ->
                                memory.thread == 0 ? publish(memory, mine) : read(memory, mine, memory.thread - 1))
                .explore(this::requireNewest, most);
    }

    /** Requires that each reader has the newest window, or finds it at the next acquire. */
    private void requireNewest(WeakMemory.State end) {
        for (int reader = 0; reader < scripts.size(); reader++) {
            long[] own = end.own(reader + 1);
            if (own[SEAT] >= 0 && !scripts.get(reader).contains("d")) {
                long mail = end.newest(MAILBOX + (int) own[SEAT]);
                long newest = own[VERSION];
                if (mail != Windows.TAKEN) {
                    newest = mail == Windows.EMPTY ? 0 : end.cell((int) end.cell(table + Windows.slot(mail, 0)));
                }
                assertEquals(publishes, newest, "the last window that reader " + reader + " gets");
            }
        }
    }
}
