package io.github.freestep.physics.lockstep.session;

import io.github.freestep.internal.EventValues;
import io.github.freestep.internal.Inside;
import io.github.freestep.internal.SafeText;
import io.github.freestep.internal.time.SlewedClock;
import io.github.freestep.physics.Command;
import io.github.freestep.physics.EventHandler;
import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.PhysicsEvent;
import io.github.freestep.physics.feed.FedInput;
import io.github.freestep.physics.feed.InputFeed;
import io.github.freestep.physics.feed.past.Past;
import io.github.freestep.physics.input.PastTicks;
import io.github.freestep.physics.lockstep.link.InputBody;
import io.github.freestep.physics.lockstep.link.InputFrame;
import io.github.freestep.physics.prediction.shown.EventHistory;
import io.github.freestep.physics.prediction.shown.PredictionCost;
import io.github.freestep.physics.prediction.shown.ShownStates;
import io.github.freestep.state.StateBuffer;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Feeds the second world of a prediction: with the frames that have arrived, and in later ticks with the player's input
 * and the axes that the others had last. If that was wrong, restores the world from that of the match, and steps again
 * what it has stepped since. For the thread of the prediction, but for the methods that say so. Allocates only for
 * commands.
 */
public final class PredictedFeed implements InputFeed {
    /** How often the second world is compared with that of the match. */
    private static final long CHECK_NANOS = 1_000_000_000;

    private final SessionState session;
    private final Confirmations confirmations;
    private final ArrivedFrames arrived;
    private final OwnInputs own;
    private final TickFeeder feeder;
    private final InputFrame frame;
    private final EventReader events;
    private final ByteBuffer sample = ByteBuffer.allocate(InputBody.MAX_INPUT);
    private final int mostTicks;
    private final int checkTicks;
    private final SlewedClock clock;
    private final PredictionCost cost;

    private SecondWorldCheck check;
    private ShownStates shown;
    private @Nullable ConfirmedWorld next;
    private final EventHistory history = new EventHistory();
    private @Nullable EventHandler confirming;

    /** How many ticks the newest one was ahead of the match, for any thread. */
    public volatile int depth;

    /** How far the world may run ahead, so that corrections fit into a tick; for any thread. */
    public volatile int affordableTicks;

    /** By how many ticks the world runs ahead too little, for any thread. */
    public volatile int missingTicks;

    /** How often a wrong guess was corrected, for any thread. */
    public volatile long corrections;

    /** The tick in which the next check of the second world is due, and whether the one before is still to come. */
    private long checkTick;

    private boolean checks;

    /** Creates a feed that begins after the tick of a world. */
    PredictedFeed(
            SessionState session,
            Confirmations confirmations,
            ArrivedFrames arrived,
            SlewedClock clock,
            EventReader events,
            ConfirmedWorld first,
            int mostTicks) {
        this.session = session;
        this.confirmations = confirmations;
        this.arrived = arrived;
        own = session.own;
        this.clock = clock;
        feeder = new TickFeeder(session.rules, session.commands);
        frame = new InputFrame(session.rules);
        this.events = events;
        this.mostTicks = mostTicks;
        checkTicks = (int) Math.max(1, CHECK_NANOS / session.rules.periodNanos());
        cost = new PredictionCost(session.rules.periodNanos());
        affordableTicks = mostTicks;
        feeder.levels(first.levels);
    }

    /** Sets the states of the second world, and what shows them, before it steps. */
    void begin(StateBuffer second, ShownStates ticks) {
        check = new SecondWorldCheck(second, arrived);
        shown = ticks;
    }

    @Override
    public boolean ready(long tick) {
        return tick - confirmations.tick <= mostTicks && own.isComplete(tick);
    }

    @Override
    public int awaitedPlayer(long tick) {
        return session.waitingFor(tick);
    }

    @Override
    public void feed(long tick, FedInput fed) throws Exception {
        Past<FedInput> again = Inside.of(fed);
        PastTicks<Command, PhysicsEvent> past = again.ticks();
        if (confirming == null) {
            confirming = event -> confirm(past.values(event), past);
            past.filter(history::predict);
        }
        confirmEvents(tick - 1, past);
        requireSaves(confirmations);
        if (tick >= checkTick) {
            checkTick = tick + checkTicks;
            checks = true;
            confirmations.isWanted = true;
        }
        ConfirmedWorld newer = confirmations.take();
        next = newer == null ? next : newer;
        // After a long stall of this thread, the match may have overtaken it. Its world is then used a little later.
        if (next != null && next.tick < tick) {
            correct(next, tick, past, again.input());
            next = null;
        }
        input(tick, fed);
        long came = own.cameNanos(tick);
        if (came != LocalInput.NONE) {
            // As the clock of the second world would have read then.
            fed.cameAt(came + clock.leadNanos());
        }
        depth = (int) Math.max(0, tick - confirmations.tick);
    }

    /** Without these saves, the second world would stay wrong without notice. */
    static void requireSaves(Confirmations of) {
        Throwable failure = of.failure;
        if (failure != null) {
            throw new IllegalStateException(
                    "the world of the match could not be saved for the prediction: " + SafeText.of(failure), failure);
        }
    }

    /** Compares the events of the match with those that were predicted. */
    private void confirmEvents(long doneTick, PastTicks<Command, PhysicsEvent> past) {
        // The tick that is being fed may not be stepped yet.
        long confirmed = Math.min(doneTick, confirmations.tick - 1);
        events.poll(confirmed, confirming);
        for (EventValues wrong; (wrong = history.takeWrong(confirmed)) != null; ) {
            past.report(wrong, true);
        }
        history.forget(confirmed);
    }

    private void confirm(EventValues event, PastTicks<Command, PhysicsEvent> past) {
        if (history.confirm(event)) {
            past.report(event, false);
        }
    }

    private void correct(ConfirmedWorld from, long tick, PastTicks<Command, PhysicsEvent> past, FedInput pastInput)
            throws Exception {
        check.begin();
        long began = session.local.nanoTime();
        history.doubt(from.tick);
        past.restore(from.tick, from);
        long restored = session.local.nanoTime();
        feeder.levels(from.levels);
        for (long again = from.tick + 1; again < tick; again++) {
            input(again, pastInput);
            past.step();
        }
        long stepped = session.local.nanoTime();
        past.publish();
        boolean wasRight = check.isRight();
        if (wasRight) {
            checks = false;
            String difference = check.difference();
            if (difference != null) {
                past.differed(new IllegalStateException(
                        "the second world must compute what the match does, but in " + difference
                                + "; build both worlds alike, and let a step read nothing but them and its input"));
            }
        } else {
            corrections++;
            if (checks) {
                // No wrong guess may follow at once, so the next save can be compared.
                confirmations.isWanted = true;
            }
        }
        cost.restore(restored - began);
        cost.steps((int) (tick - 1 - from.tick), stepped - restored);
        affordableTicks = cost.affordableTicks(session.rate, affordableTicks, mostTicks);
        shown.corrected(tick - 1, wasRight);
    }

    private void input(long tick, FedInput fed) {
        boolean hasArrived = tick <= session.newestTick;
        ByteBuffer content = arrived.read(tick);
        if (content == null) {
            guess(tick, hasArrived, fed);
        } else {
            frame.readChecked(content);
            feeder.feed(frame, fed);
        }
    }

    private void guess(long tick, boolean onlyTheMatchHasIt, FedInput fed) {
        ByteBuffer mine = own.samples.read(tick, sample);
        if (mine == null) {
            own.guess(tick);
            mine = own.samples.read(tick, sample);
        }
        if (mine != null && own.isGuessed(tick)) {
            check.stray();
        }
        if (own.isLost(tick) || onlyTheMatchHasIt) {
            // The comparison knew the sample or the frame, so it does not see that this guess is wrong.
            check.stray();
            confirmations.isWanted = true;
        }
        feeder.feed(session.player, mine, fed);
    }

    /** Returns how many ticks the world is to run ahead at an input delay. For the session's thread. */
    int lead(int delayTicks) {
        int lead = Math.min(delayTicks, affordableTicks);
        missingTicks = delayTicks - lead;
        return lead;
    }
}
