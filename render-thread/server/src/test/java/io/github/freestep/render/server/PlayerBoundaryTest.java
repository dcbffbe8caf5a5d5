package io.github.freestep.render.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.problem.Problems;
import io.github.freestep.net.RemoteStates;
import io.github.freestep.net.StateSender;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.problem.Problem;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.FreePorts;
import io.github.freestep.testing.Logs;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What one client can do to the others: nothing. */
class PlayerBoundaryTest {
    private static final long MILLI = 1_000_000;

    private final List<Problem> problems = new CopyOnWriteArrayList<>();
    private final Seats seats = new Seats(1, 1);
    private final Seat seat = seats.all[0];
    private final PlayerBoundary boundary = new PlayerBoundary(seats);

    PlayerBoundaryTest() {
        boundary.problems = Problems.to(problems::add).of("room");
    }

    /** How many messages are taken before one that drops the player. */
    private int taken(int count, Runnable each) {
        for (int i = 0; i < count; i++) {
            boundary.message(seat);
            each.run();
            if (boundary.drops(seat)) {
                return i;
            }
        }
        return count;
    }

    private void refuse() {
        boundary.refuse(seat, Refused.SHOT);
    }

    /**
     * A player shoots in 400 frames of a second, of which the server judges none, sends 200 other messages, and has an
     * outage of a second every 6 s, after which all messages that can wait come at once and are refused.
     */
    @Test
    void anHonestClientIsNotDropped() {
        for (int step = 0; step < 600_000; step++) {
            boundary.begin(step * 10 * MILLI);
            int inOutage = step % 600;
            int shots = inOutage < 100 ? 0 : inOutage == 100 ? 64 : 4;
            assertEquals(shots, taken(shots, this::refuse));
            assertEquals(2, taken(2, () -> {}));
        }
        assertEquals(0, problems.size());
    }

    @Test
    void whatIsTooMuchDropsThePlayerAndIsTold() {
        boundary.begin(100_000 * MILLI); // what passes before does not count
        assertEquals(3_000, taken(3_000, this::refuse));
        boundary.begin(100_000 * MILLI); // in the same moment
        boundary.begin(0); // a user's clock that goes back
        assertEquals(2_000, taken(20_000, this::refuse));
        seat.free();
        assertEquals(39, taken(20_000, () -> boundary.thrown(seat, "a message", new IllegalStateException())));
        seat.free();
        assertEquals(10_000, taken(20_000, () -> {}));
        String dropped =
                "room: player 0 in seat 0 was dropped, because its client has sent too many messages, or too many"
                        + " for which the game has failed: ";
        Await.until(() -> isTold(dropped + "5001 messages; refused EXCEPTION 0, MESSAGE 0, SHOT 5001, ")
                && isTold(dropped + "40 messages; refused EXCEPTION 40, ")
                && isTold(dropped + "10001 messages; refused EXCEPTION 0, "));
    }

    /** A message may lead to deep recursion, but a full heap is nobody's. */
    @Test
    void onlyErrorsThatOneClientCanCauseArePassedOver() {
        boundary.thrown(seat, "a message", new StackOverflowError());
        boundary.thrown(seat, "a message", new AssertionError());
        assertThrows(OutOfMemoryError.class, () -> boundary.thrown(seat, "a message", new OutOfMemoryError()));
        assertEquals(2, seat.refused(Refused.EXCEPTION));
        assertFalse(Thread.interrupted());
        boundary.thrown(seat, "a message", new InterruptedException());
        assertTrue(Thread.interrupted());
    }

    /** The game reads four bytes of each message, and a client sends none. All else is as by default. */
    @Test
    @Logs(perhaps = "NO_ANSWER: no answer has come from 127.0.0.1:") // before the client hears that it was dropped
    void messagesThatTheGameCannotReadDropTheirSenderAndNobodyElse() {
        Plain world = new Plain(4);
        int port = FreePorts.inARow(1);
        PhysicsService physics = PhysicsService.builder(world.players.around(world))
                .axes(world.players.axes())
                .onProblem(problems::add)
                .start();
        StateSender sender = world.players.start(
                physics, StateSender.builder(physics.states()).port(port));
        List<RemoteStates> remotes = new ArrayList<>();
        List<RemotePlayer> players = new ArrayList<>();
        Runnable join = () -> {
            remotes.add(
                    RemoteStates.builder(Plain.LAYOUT).server("127.0.0.1", port).start());
            players.add(RemotePlayer.of(remotes.get(remotes.size() - 1)));
        };
        try {
            IntStream.range(0, 4).forEach(i -> join.run());
            RemotePlayer rude = players.get(0);
            rude.sayName("EVE");
            awaitAll(players, each -> each.hasBody() && each.name(rude.seat()).equals("EVE"));
            String who = "player " + world.players.number(rude.seat()) + " in seat " + rude.seat();
            players.remove(rude);
            Await.until(() -> {
                rude.send(new byte[0], true);
                return remotes.get(0).failure() != null;
            });
            players.forEach(each -> assertTrue(each.send(new byte[4], true)));
            Await.until(() -> physics.read(c -> world.heard).join() == 3);
            assertEquals(0L, physics.read(c -> c.tick() - world.steps).join());
            String place = "java.nio.BufferUnderflowException, at " + Plain.class.getName() + ".message(Plain.java:";
            Await.until(() -> isTold("a message of " + who + ": " + place) && isTold(who + " was dropped, because "));

            // Who gets the seat next is not taken for the one before.
            join.run();
            awaitAll(players, each -> each.hasBody() && each.name(rude.seat()).isEmpty());
        } finally {
            remotes.forEach(RemoteStates::close);
            sender.close();
            physics.close();
        }
    }

    private void awaitAll(List<RemotePlayer> players, Predicate<RemotePlayer> condition) {
        Await.until(
                () -> {
                    players.forEach(each -> each.takeMessages(message -> {}));
                    return players.stream().allMatch(condition);
                },
                problems::toString);
    }

    /** In a problem of its own, or in one with others. */
    private boolean isTold(String what) {
        return problems.toString().contains(what);
    }
}
