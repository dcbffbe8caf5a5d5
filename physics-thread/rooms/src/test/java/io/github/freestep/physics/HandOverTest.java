package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.saves.Saves;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import io.github.freestep.time.Ratio;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A room that moves goes on exactly as one that stays, whatever happens around the move. */
class HandOverTest {
    private static final long MILLI = 1_000_000;
    private static final int TURNS = 400;
    private static final Kind[] KINDS = {Kind.USER, Kind.TICK, Kind.HASH, Kind.COMMAND_FAILED};

    static Stream<Ratio> rates() {
        return Stream.of(Ratio.of(100), Ratio.of(30), Ratio.of(60_000, 1001), Ratio.of(1_000), Ratio.of(2));
    }

    private static RoomLog room(Ratio rate) {
        RoomLog[] log = new RoomLog[1];
        log[0] = new RoomLog(
                () -> PhysicsService.builder(new Carousel(tick -> log[0].step(tick)))
                        .rate(rate)
                        .axes(Carousel.AXES)
                        .inputCapacity(1_024),
                -77,
                KINDS);
        return log[0];
    }

    /** Returns what happens to a room: one thing before each pass. */
    private static List<Consumer<RoomLog>> script(long seed) {
        Random random = Seeds.random(seed);
        List<Consumer<RoomLog>> script = new ArrayList<>();
        byte[] saved;
        try (InlineStepper other = PhysicsService.builder(new Carousel(tick -> {}))
                .axes(Carousel.AXES)
                .inline()) {
            saved = other.read(Saves::saved).join();
        }
        for (int turn = 0; turn < TURNS; turn++) {
            long late = random.nextInt(10) == 0 ? random.nextInt(200) : random.nextInt(8);
            int number = random.nextInt(Carousel.AXES);
            float value = random.nextInt(100) - 50;
            long ago = random.nextInt(30) * MILLI - 2 * MILLI;
            Consumer<RoomLog> next = switch (random.nextInt(16)) {
                case 0, 1, 2 -> room -> room.pushAxis(number, value, room.nowNanos() - ago);
                case 3, 4 -> room -> room.pushAction(number + 1, value, room.nowNanos() - ago);
                case 5 ->
                    room -> {
                        for (int i = 0; i < 20; i++) {
                            room.pushAction(number + 1, value + i, room.nowNanos() - ago);
                        }
                    };
                case 6 -> room -> room.submit(c -> c.world(Carousel.class).mix(number));
                case 7 -> room -> room.submit(c -> c.world(Carousel.class).change());
                case 8 -> room -> room.service().pause();
                case 9, 10 -> room -> room.service().resume();
                case 11 -> room -> room.service().pauseAndStep(2);
                case 12 -> room -> room.service().timeScale(Ratio.of(1 + number * 3L));
                case 13 -> room -> room.service().timeScale(Ratio.of(1, 1 + number));
                case 14 -> room -> room.submit(Saves.load(saved));
                default -> room -> {};
            };
            script.add(room -> {
                room.advance(late * MILLI + 137);
                next.accept(room);
            });
        }
        return script;
    }

    @ParameterizedTest
    @MethodSource("rates")
    @Timeout(60)
    void aRoomThatMovesGoesOnAsOneThatStays(Ratio rate) {
        long[] seeds = Seeds.first(Thorough.of(1, 6)).toArray();
        for (long seed : seeds) {
            Random moves = Seeds.random(-seed);
            List<Consumer<RoomLog>> script = script(seed);
            try (RoomLog stays = room(rate);
                    RoomLog moved = room(rate)) {
                for (Consumer<RoomLog> next : script) {
                    next.accept(stays);
                    assertTrue(stays.pass());
                    next.accept(moved);
                    if (moves.nextInt(20) == 0) {
                        moved.move(moves.nextLong());
                    }
                    assertTrue(moved.pass());
                }
                assertFalse(stays.steps.isEmpty());
                assertTrue(moved.moves() > 0);
                stays.assertSame(moved);
            }
        }
    }

    /** Moves one of two rooms, and lets both go on. */
    private static void moveAndCompare(RoomLog stays, RoomLog moved) {
        moved.move(3);
        for (RoomLog room : List.of(stays, moved)) {
            for (int turn = 0; turn < 6; turn++) {
                assertTrue(room.pass());
                room.advance(10 * MILLI);
            }
        }
        assertEquals(1, moved.moves());
        stays.assertSame(moved);
    }

    @Test
    void theTimeOfTheSaveIsNoTime() {
        RoomLog[] saving = new RoomLog[1];
        try (RoomLog stays = room(Ratio.of(100));
                RoomLog moved = new RoomLog(
                        () -> {
                            Carousel world = new Carousel(tick -> saving[0].step(tick));
                            world.duringSave = () -> {
                                saving[0].saving(70 * MILLI);
                                push(saving[0], 17);
                                saving[0].saving(90 * MILLI);
                                pushAhead(saving[0]);
                            };
                            return PhysicsService.builder(world).axes(Carousel.AXES);
                        },
                        5,
                        KINDS)) {
            saving[0] = moved;
            for (RoomLog room : List.of(stays, moved)) {
                room.advance(15 * MILLI);
                assertTrue(room.pass());
                room.advance(2 * MILLI);
            }
            push(stays, 17);
            pushAhead(stays);
            moveAndCompare(stays, moved);
        }
    }

    /** Pushes an input that is still in the future when it is received. */
    private static void pushAhead(RoomLog room) {
        assertTrue(room.pushAction(5, 1, room.nowNanos() + 30 * MILLI));
    }

    @Test
    void inputThatIsPushedBeforeTheRoomArrivesComesAfterTheMovedInput() {
        try (RoomLog stays = room(Ratio.of(100));
                RoomLog moved = room(Ratio.of(100))) {
            moved.onArrival(() -> {
                moved.pushAxis(1, 0, moved.nowNanos() - 20 * MILLI);
                moved.pushAction(3, 2, moved.nowNanos() - 20 * MILLI);
            });
            for (RoomLog room : List.of(stays, moved)) {
                room.service().pause();
                assertTrue(room.pass());
                room.advance(15 * MILLI);
                room.service().resume();
                assertTrue(room.pass());
                room.pushAxis(1, 1, room.nowNanos());
            }
            stays.pushAxis(1, 0, stays.nowNanos());
            stays.pushAction(3, 2, stays.nowNanos());
            moveAndCompare(stays, moved);
        }
    }

    private static void push(RoomLog room, int milli) {
        assertTrue(room.pushAction(milli, 1, milli * MILLI));
        assertTrue(room.pushAxis(1, milli, milli * MILLI));
    }
}
