package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.problem.Problem;
import io.github.freestep.testing.Await;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a person is told of a player whose world fails in a match, and not of the other player. */
@Timeout(240)
class MatchProblemsTest {
    private final IllegalStateException cause = new IllegalStateException("a wrong step");
    private final List<Problem> ofOther = new CopyOnWriteArrayList<>();
    private final List<Problem> ofFailing = new CopyOnWriteArrayList<>();

    @Test
    void theFailureOfAPlayersWorldIsToldToThatPlayer() {
        try (SequencerServer server =
                SequencerServer.start(ReadmeLockstepTest.MATCH, new SequencerTransport(new NoNetwork()))) {
            CompletableFuture<Void> other = CompletableFuture.runAsync(() -> play(server, new SumWorld(), ofOther));
            SumWorld failing = new SumWorld();
            failing.during = () -> {
                throw cause;
            };
            play(server, failing, ofFailing);
            other.join();
        }
        Problem told = ofFailing.get(0);
        assertEquals(Problem.Kind.RUN_FAILED, told.kind());
        assertSame(cause, told.cause().getCause());
        assertTrue(told.message().contains("the step of tick 1 failed"), told::message);
        assertEquals(List.of(), ofOther);
    }

    private void play(SequencerServer server, SumWorld world, List<Problem> problems) {
        try (LockstepSession match = LockstepSession.builder(ReadmeLockstepTest.MATCH, server.connectLocal())
                        .open();
                MatchService physics = match.start(MatchWorld.of(world, run -> run.onProblem(problems::add)))) {
            Await.until(() -> !ofFailing.isEmpty(), physics::status);
        }
    }
}
