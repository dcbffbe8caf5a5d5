package io.github.freestep.benchmarks.app.play;

import io.github.freestep.benchmarks.report.Units;
import io.github.freestep.internal.Threads;
import io.github.freestep.physics.lockstep.LockstepSession;
import io.github.freestep.physics.lockstep.LockstepTransport;
import io.github.freestep.physics.lockstep.MatchException;
import io.github.freestep.physics.lockstep.MatchService;
import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.MatchWorld;
import io.github.freestep.physics.lockstep.Prediction;
import io.github.freestep.state.StateBuffer;

/**
 * A player of a match: its session, its world, and a robot that moves its box. The session starts on a thread of the
 * player, because it waits for the others. All methods are for the thread of the command.
 */
final class Player implements AutoCloseable {
    private final LockstepSession session;
    private final Thread starter;
    private volatile MatchService physics;
    private volatile Prediction ahead;
    private volatile StateBuffer states;
    private volatile RuntimeException failure;

    /** Joins a match. {@code aheadTicks} is how far a second world runs ahead; with 0, there is none. */
    Player(MatchSettings match, LockstepTransport transport, int number, int aheadTicks) {
        session = LockstepSession.builder(match, transport).player(number).open();
        starter = Threads.start(() -> start(match, aheadTicks), "freestep-play");
    }

    private void start(MatchSettings match, int aheadTicks) {
        try {
            physics = session.start(MatchWorld.of(JoltPlay.world(match)));
        } catch (MatchException refused) {
            // The session says why.
            return;
        }
        if (aheadTicks == 0) {
            states = physics.states();
        } else {
            predict(MatchWorld.of(JoltPlay.world(match)), aheadTicks);
        }
    }

    private void predict(MatchWorld second, int ticks) {
        try {
            ahead = session.predict(second).ticks(ticks).start();
            states = ahead.states();
        } catch (RuntimeException e) {
            failure = e;
        }
    }

    /** Returns the states to show, which are predicted ones if a world runs ahead; null before there are any. */
    StateBuffer states() {
        return states;
    }

    /** Returns the service of the match; null before the match has begun. */
    MatchService physics() {
        return physics;
    }

    /** Returns how many guesses were wrong. */
    long corrections() {
        Prediction predicted = ahead;
        return predicted == null ? 0 : predicted.corrections();
    }

    LockstepSession session() {
        return session;
    }

    void push(float x, float y) {
        session.axis(0, x);
        session.axis(1, y);
    }

    /** Returns whether the session has not ended. */
    boolean plays() {
        return session.isOpen();
    }

    long tick() {
        MatchService runs = physics;
        return runs == null ? 0 : runs.metrics().tick();
    }

    /** Returns whether the states of all players were the same up to a tick not long ago. */
    boolean agrees() {
        return session.agreedTick() > 0 && session.desyncTick() < 0;
    }

    /** Returns why this player has not played well, in words; null if it has. */
    String problem() {
        if (!plays()) {
            return session.status() + ": "
                    + (session.failure() == null ? "" : session.failure().getMessage());
        }
        if (!agrees()) {
            return "no state was compared: " + session;
        }
        Prediction predicted = ahead;
        Throwable cause = predicted == null ? failure : predicted.physics().failure();
        return cause == null ? null : "the prediction has failed: " + cause.getMessage();
    }

    /** Returns one line of figures. */
    String line() {
        MatchService runs = physics;
        if (runs == null || session.agreedTick() < 0) {
            return session.toString();
        }
        String figures = Units.text(
                "tick %,d, same up to %,d, input delay %d ticks, debt %.1f ms, speed %.0f %%, %s",
                tick(),
                session.agreedTick(),
                session.inputDelayTicks(),
                runs.metrics().debtNanos() / 1e6,
                session.speed() * 100,
                session.waitingFor() >= 0 ? "waiting for player " + session.waitingFor() : "ok");
        return figures + prediction();
    }

    private String prediction() {
        Prediction predicted = ahead;
        return predicted == null
                ? ""
                : Units.text(
                        ", %d of %d ticks ahead, %,d corrections, the last by %.3f",
                        predicted.depthTicks(),
                        predicted.affordableTicks(),
                        predicted.corrections(),
                        predicted.correctionDistance());
    }

    @Override
    public void close() {
        session.close();
        Threads.join(starter, Long.MAX_VALUE);
        Prediction predicted = ahead;
        if (predicted != null) {
            predicted.close();
        }
        MatchService runs = physics;
        if (runs != null) {
            runs.close();
        }
    }
}
