package io.github.freestep.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.state.HandoffModel.Access;
import io.github.freestep.state.HandoffModel.Bug;
import io.github.freestep.testing.OrderedAccesses;
import io.github.freestep.testing.Thorough;
import io.github.freestep.testing.WeakMemory.Mode;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Explores all executions of the handoff under weak memory. {@link HandoffModel} says what the scripts mean. */
class HandoffModelTest {
    /**
     * Each scene publishes often enough to reuse all slots while a late joiner still holds its window. The largest
     * scenes are explored in part, because all their executions would take minutes. Each planted bug and each weaker
     * access shows within 8,000 states, and 100,000 are all states of nine of the scenes.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "aaa",
                "aa,aa",
                "jaa",
                "a,jaa",
                "aa,aal",
                "aal,aa",
                "al,jaa",
                ",jalja",
                ",al,ja",
                "ado,ja",
                ",ado,ja",
                "ado,ado,j"
            })
    void keepsAllGuarantees(String scripts) {
        // With windows of one state, an amendment is a publish like any other.
        assertTrue(explore(scripts, 1, 0, null, null, null, Thorough.of(4_000, 100_000)) > 100);
        for (int amended : new int[] {0, 3}) {
            explore(scripts, 2, amended, null, null, null, Thorough.of(1_500, 20_000));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "POOL_ONE_TOO_SMALL, 1, aaa",
        "HELD_NEVER_UPDATED, 1, aaa",
        "HISTORY_FREED_WITHOUT_READERS, 2, aaa",
        "HANDLE_SHARED_BY_TWO_THREADS, 1, 'aa,aa'",
        "SEATS_READ_BEFORE_EXCHANGE, 1, 'a,jaa'",
        "NEWEST_STORED_LAST, 1, 'a,jaa'",
        "JOINER_LOOKS_BEFORE_SITTING_DOWN, 1, 'a,jaa'",
        "FOUND_WINDOW_FORGOTTEN, 1, ',jalja'",
        "LEAVER_STILL_READS, 1, 'aal,aa'",
        "RETIRED_BEFORE_ADOPTED, 1, ',jalja'",
        "RENEWAL_LEFT_AFTER_THE_SEAT_WENT, 1, 'ado,ja'",
        "DROPPED_FIRST_SEAT_FILLED_TOO_EARLY, 1, 'ado,ja'",
        "RENEWALS_TAKEN_BEFORE_SEATS_READ, 1, 'ado,ja'"
    })
    void findsEveryPlantedBug(Bug bug, int windowSize, String scripts) {
        assertThrows(AssertionError.class, () -> explore(scripts, windowSize, 0, bug, null, null, Integer.MAX_VALUE));
    }

    /** Each access is needed, and needs its mode: with any weaker one, a guarantee breaks in one of these scenes. */
    @ParameterizedTest
    @CsvSource({
        "STORE_NEWEST, 'NONE,OPAQUE', ',jalja'",
        "LOAD_NEWEST, NONE, 'a,jaa'",
        "LOAD_NEWEST, OPAQUE, ',jalja'",
        "PUBLISH, 'NONE,OPAQUE,ACQUIRE,RELEASE,TWO_ACCESSES', aaa",
        "ADOPT, 'NONE,TWO_ACCESSES', ',jalja'",
        "ADOPT, 'OPAQUE,ACQUIRE,RELEASE', 'a,jaa'",
        "PROBE, NONE, aaa",
        "TAKE, 'NONE,OPAQUE,ACQUIRE,RELEASE,TWO_ACCESSES', aaa",
        "MEET_PUBLISHER, 'NONE,OPAQUE,ACQUIRE,RELEASE,TWO_ACCESSES', 'a,jaa'",
        "FILL_ON_JOINING, NONE, ',jalja'",
        "FILL_ON_JOINING, TWO_ACCESSES, 'a,jaa'",
        "FILL_ON_LEAVING, OPAQUE, 'aal,aa'",
        "FILL_ON_LEAVING, 'NONE,TWO_ACCESSES', 'ado,ja'",
        "LOAD_SEATS, NONE, aaa",
        "LOAD_SEATS, OPAQUE, ',al,ja'",
        "SIT, NONE, 'a,jaa'",
        "SIT, OPAQUE, ',jalja'",
        "RISE, OPAQUE, ',al,ja'",
        "SHOW, 'NONE,OPAQUE', 'ado,ja'",
        "LEAVE_RENEWAL, NONE, 'ado,ja'",
        "TAKE_RENEWALS, NONE, 'ado,ja'"
    })
    void findsEveryWeakenedAccess(Access access, String weaker, String scripts) {
        for (String mode : weaker.split(",")) {
            assertThrows(
                    AssertionError.class,
                    () -> explore(scripts, 1, 0, null, access, Mode.valueOf(mode), Integer.MAX_VALUE),
                    mode);
        }
    }

    private static int explore(
            String scripts,
            int windowSize,
            int amended,
            @Nullable Bug bug,
            @Nullable Access weaker,
            @Nullable Mode mode,
            int most) {
        List<String> each = List.of(scripts.split(",", -1));
        int publishes = 2 * windowSize + (each.size() == 1 ? 3 : 2);
        return new HandoffModel(windowSize, publishes, amended, each, bug, weaker, mode).explore(most);
    }

    /** An access of the code that changes its mode, comes or goes needs the same change in a model. */
    @Test
    void theModelsHaveTheAccessesOfTheCode() {
        Set<String> code = OrderedAccesses.of("io.github.freestep.state");
        Set<String> models = new TreeSet<>(Set.of(
                "MailboxWord.window volatile",
                // A sender asks for these besides the states. Each is one value, so its order does not matter.
                "BufferInside.gapNanos volatile",
                "BufferInside.health volatile",
                // For threads with the lock, and to name the owner in an error.
                "StateBuffer.renew renewals.get"));
        for (Access access : Access.values()) {
            String call = access.code;
            models.add(call);
            // The call has the halves that the model needs. The other calls of the code are volatile.
            boolean isVolatile = !call.matches(".*(Opaque|Acquire|Release)");
            assertTrue(
                    access.mode == Mode.OPAQUE
                            || isVolatile
                            || call.toUpperCase().endsWith(access.mode.name()),
                    call);
        }
        assertEquals(models, code);
    }

    /**
     * The order of the models and of the proof in the package document. What it is for, method by method: a handle is
     * closed before it has no owner; a new seat is in the list before the joiner meets the publisher, and only then it
     * looks for the newest window; a publish stores that window before it exchanges with any mailbox, and reads the
     * list of seats after; what new readers hold is known before slots of former ones are retired; a renewal is there
     * before the list is replaced.
     */
    @Test
    void theCodeHasTheOrderOfTheModels() {
        String order = """
                BufferInside.gapNanos: get gapNanos, put gapNanos
                BufferInside.health: get health, put health
                Handle.bind: OWNER.getVolatile, Thread.isAlive, OWNER.compareAndSet, get closed, OWNER.compareAndSet,
                    OWNER.getVolatile
                Handle.closeHandle: put closed, OWNER.setRelease
                Handle.takeFromEndedThread: OWNER.getVolatile, Thread.isAlive, OWNER.compareAndSet
                ReaderSeat.find: put found, fill
                Reader.acquire: ReaderSeat.hasWindow, ReaderSeat.take, get window, put window
                Reader.close: get closed, get window, put window, closeHandle, LongConsumer.accept
                Reader.closeForEndedThread: takeFromEndedThread, close
                StateBuffer.findWindow: get seats, ReaderSeat.meetPublisher, SlotPool.newest, ReaderSeat.find
                StateBuffer.freeDropped: get seats, get ReaderSeat.dropped, get ReaderSeat.reader, get Reader.window,
                    renew, get seats, put seats, get Reader.window, leave
                StateBuffer.freeOneOfEndedThread: get seats, get ReaderSeat.reader, Reader.closeForEndedThread
                StateBuffer.isFull: get seats, get ReaderSeat.reader, get seats
                StateBuffer.leave: lock, get seats, ReaderSeat.fill, get seats, put seats, ReaderSeat.vacate,
                    unlock
                StateBuffer.reader: lock, freeDropped, isFull, freeOneOfEndedThread, isFull, get seats, get seats,
                    get ReaderSeat.reader, get seats, ReaderSeat.sit, put seats, findWindow, unlock
                StateBuffer.renew: renewals.get, renewals.get, put Renewal.next, get Renewal.next,
                    renewals.compareAndSet
                StatePublisher.adopt: ReaderSeat.put, holdsFound
                StatePublisher.handOver: WINDOW.setRelease, ReaderSeat.put, holdsPrevious, StateBuffer.seats, reseat
                StatePublisher.reseat: adopt, StateBuffer.takeRenewals, renew, retire
                StateReader.acquire: Reader.acquire, Reference.reachabilityFence
                StateReader.close: Reader.close, Reference.reachabilityFence
                StateReader.release: Reader.release, Reference.reachabilityFence
                StateReader.size: get Reader.window, Reference.reachabilityFence
                StateReader.state: Reader.state, Reference.reachabilityFence
                """;
        Set<String> also = Set.of(
                "Handle.closed",
                "Reader.release",
                "Reader.state",
                "Reader.window",
                "ReaderSeat.dropped",
                "ReaderSeat.found",
                "ReaderSeat.reader",
                "ReaderSeat.sit",
                "ReaderSeat.vacate",
                "Renewal.next",
                "SlotPool.holdsFound",
                "SlotPool.holdsPrevious",
                "SlotPool.renew",
                "SlotPool.retire",
                "LongConsumer.accept",
                "Thread.isAlive");
        OrderedAccesses.requireOrder(order, also, "io.github.freestep.state");
    }
}
