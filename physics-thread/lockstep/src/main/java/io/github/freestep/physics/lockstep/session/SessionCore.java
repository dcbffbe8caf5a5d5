package io.github.freestep.physics.lockstep.session;

import io.github.freestep.physics.Physics;
import io.github.freestep.physics.lockstep.link.InputFrame;
import io.github.freestep.physics.lockstep.link.InvalidMessageException;
import io.github.freestep.physics.lockstep.link.Link;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.lockstep.link.Messages;
import io.github.freestep.physics.lockstep.link.Packet;
import io.github.freestep.time.NanoClock;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The logic of a session. Has no thread and no transport: the session's thread, or a test, calls {@link #begin},
 * {@link #onPacket} and {@link #work}. The methods that say so are for other threads.
 */
public final class SessionCore {
    public static final int ANY_PLAYER = -1;

    /** Before the welcome, and while a world is awaited: no frame may come then. No frame is of this tick. */
    private static final long NO_TICK = 0;

    private static final long STATUS_NANOS = 100_000_000;
    private static final long CONNECT_NANOS = 30_000_000_000L;
    private static final long LEAST_SILENCE_NANOS = 10_000_000_000L;
    private static final long LINGER_NANOS = 300_000_000;
    private static final long LEAST_NOTICED_NANOS = 300_000_000;

    /** A sequencer that sends nothing for this long to a player who has slept too long has removed that player. */
    private static final long FORGOTTEN_NANOS = 2_000_000_000;

    private final SessionState session;
    private final MatchRules rules;
    private final MatchView view;
    private final MatchClock matchClock;
    private final NanoClock clock;
    private final int wanted;
    private final long identity;
    private final Stalls stalls = new Stalls();

    private final Packet packet = new Packet();
    private final InputFrame frame;
    private final Messages.ToSession messages = new Incoming();
    private final ByteBuffer out = ByteBuffer.allocate(Messages.MAX_TO_SEQUENCER);
    private final WorldTransfer worlds = new WorldTransfer();

    private final FrameBacklog backlog;

    private @Nullable Link link;
    /** Null until the host has attached one; then the feed is there as well. */
    private @Nullable AttachedRun run;

    private LockstepFeed feed;
    private Messages.Start start = Messages.Start.FRESH;
    /** The tick of the next frame. */
    private long nextFrame = NO_TICK;

    private boolean ready;
    private boolean active;
    private long nextSample;
    private boolean paused;
    private long statusNanos;
    private long endNanos;
    private long sleptNanos;
    private long wokeNanos;
    private boolean ended;

    /** Creates the logic of a session that asks for a player, or for any. */
    public SessionCore(SessionState session, NanoClock clock, int wanted, long identity) {
        this.session = session;
        this.clock = clock;
        this.wanted = wanted;
        this.identity = identity;
        rules = session.rules();
        view = session.view();
        matchClock = session.clock();
        frame = new InputFrame(rules);
        backlog = new FrameBacklog(rules);
    }

    /** Begins a round of work. Returns whether packets of the sequencer may have come. */
    public boolean begin(long now) {
        noteSleep(stalls.works(now), now);
        if (link == null && session.joinRequest() != null && !session.leaves()) {
            connect(now);
        }
        return link != null;
    }

    /** A time in which this process stood still is no silence of the sequencer, but one of this player. */
    private void noteSleep(long stoodNanos, long now) {
        if (link == null) {
            return;
        }
        link.forgive(stoodNanos);
        if (stoodNanos >= rules.silence().toNanos()) {
            sleptNanos = stoodNanos;
            wokeNanos = now;
        }
    }

    /** Returns how long this process has slept, in words, if it did lately and for too long. */
    private String sleepInWords() {
        return sleptNanos == 0 || clock.nanoTime() - wokeNanos > LEAST_SILENCE_NANOS
                ? ""
                : "this process stood still for " + sleptNanos / 1_000_000
                        + " ms, and the sequencer removes a player who"
                        + " is silent for " + rules.silence().toMillis()
                        + " ms; close the session and the service, and open new ones to join again";
    }

    /** Takes a packet, which may be of anyone. */
    public void onPacket(ByteBuffer from, long now) {
        if (packet.token(from) != link.token()) {
            // Of another connection, or damaged.
            return;
        }
        try {
            link.onPacket(from, now, this::onMessage);
        } catch (InvalidMessageException e) {
            view.end(Stage.LOST, "the sequencer has sent an invalid message: " + e.getMessage(), e);
        }
    }

    /** Ends a round of work: does what is due, and sends. */
    public void work(long now, Consumer<ByteBuffer> packets) {
        if (link != null) {
            checkSilence(now);
        }
        if (!view.stage().isEnd()) {
            play(now);
        }
        finish(now);
        if (link != null) {
            link.flush(now, packets);
        }
        if (session.isOver()) {
            release();
        }
    }

    /** Ends the session at once, because the transport or this code has failed. */
    public void fail(Throwable cause) {
        view.end(Stage.LOST, "the session has failed: " + cause, cause);
        session.end();
        release();
    }

    private void connect(long now) {
        link = new Link(Link.newToken(), InputFrame.maxLength(rules) + 1, now);
        statusNanos = now;
        Messages.writeJoin(out.clear(), wanted, Boolean.TRUE.equals(session.joinRequest()), identity, rules.entries());
        send(Packet.URGENT);
    }

    private void onMessage(ByteBuffer message) throws InvalidMessageException {
        if (!view.stage().isEnd()) {
            Messages.read(message, frame, messages);
        }
    }

    private void checkSilence(long now) {
        long limit = view.player() < 0
                ? CONNECT_NANOS
                : Math.max(LEAST_SILENCE_NANOS, rules.silence().toNanos());
        long silent = link.silentNanos(now);
        view.sequencerSilence(view.player() >= 0 && silent >= noticedSilenceNanos() ? silent : 0);
        String sleep = sleepInWords();
        if (!sleep.isEmpty() && silent > FORGOTTEN_NANOS) {
            view.end(Stage.LOST, sleep);
        } else if (silent > limit) {
            view.end(
                    Stage.LOST,
                    view.player() < 0
                            ? "the sequencer has not answered within " + limit / 1_000_000_000
                                    + " s; check its address, and whether it runs"
                            : "the sequencer has been silent for " + limit / 1_000_000_000 + " s");
        }
    }

    /** The sequencer sends every 50 ms, so some lost packets are no silence yet. */
    private long noticedSilenceNanos() {
        return Math.max(LEAST_NOTICED_NANOS, rules.silence().toNanos() / 5);
    }

    private void play(long now) {
        if (run == null && session.attached() != null) {
            run = session.attached();
            feed = session.feed();
        }
        if (run != null && checkRun()) {
            beginIfSetUp();
            backlog.moveTo(feed);
            run.poll(this::onHash, matchClock.rate());
            AheadRun ahead = session.ahead();
            if (ahead != null) {
                ahead.work(view.delayTicks());
            }
            sendSamples(ahead);
            sendWorld();
            sendStatus(now);
        }
        // The sequencer refuses requests of a peer that it has not admitted.
        if (view.player() >= 0 && isHeard(now) && session.requests().isDue(now)) {
            for (int kind = 0; kind < Requests.KINDS; kind++) {
                if (session.requests().write(kind, out.clear())) {
                    send(Packet.URGENT);
                }
            }
        }
        updateStage();
    }

    /**
     * Whether the sequencer hears this peer, so far as this peer knows. What is sent while it does not arrives all at
     * once after that, and then looks like a flood of requests, for which a player is removed.
     */
    private boolean isHeard(long now) {
        return link.unheardNanos(now) < LEAST_NOTICED_NANOS + 2 * Math.max(0, link.roundTripNanos());
    }

    /** Returns whether the service runs. */
    private boolean checkRun() {
        Physics.Status status = run.status();
        if (status == Physics.Status.FAILED) {
            session.failSimulation();
            view.end(Stage.LOST, "the simulation has failed: " + run.failure(), run.failure());
        } else if (status == Physics.Status.CLOSED) {
            session.leave();
        }
        return !view.stage().isEnd() && !session.leaves();
    }

    private void beginIfSetUp() {
        if (ready || !run.isSetUp()) {
            return;
        }
        ready = true;
        if (start == Messages.Start.FRESH) {
            Messages.writeReady(out.clear());
            send(Packet.URGENT);
        } else {
            matchClock.joining(true);
            matchClock.begin();
            session.begin();
        }
    }

    private void onHash(long tick, long hash) {
        if (tick > 0 && tick % rules.hashEvery() == 0) {
            Messages.writeHash(out.clear(), tick, hash);
            send(Packet.ROUTINE);
        }
    }

    /**
     * Samples the local input for all ticks up to that of the newest fed frame plus its delay that have no sample. If
     * the delay has grown, these are several ticks: all get the axes, and the first also gets the actions. If it has
     * shrunk, there is none, and the actions wait for the next one, so that none is lost. With a prediction, its clock
     * decides, so that samples come evenly, but never later than without it.
     */
    private void sendSamples(@Nullable AheadRun ahead) {
        if (!active) {
            return;
        }
        long upTo = feed.sampledUpTo();
        long fed = feed.fedTick();
        // A prediction may sample before the next tick is fed. Then nothing is late.
        long lateNanos = Math.max(0, matchClock.nanoTime() - rules.dueNanos(ahead == null ? fed : fed + 1));
        long most = ahead == null ? upTo : fed + rules.maxDelay();
        for (; nextSample <= upTo || nextSample <= most && ahead.samples(nextSample); nextSample++) {
            Messages.beginInput(out.clear(), nextSample, lateNanos);
            int at = out.position();
            session.input().write(out, rules);
            if (ahead != null) {
                ahead.own().add(nextSample, out, at, out.position() - at);
            }
            send(Packet.URGENT);
        }
    }

    private void sendWorld() {
        AttachedRun.Saved saved = run.takeSaved();
        if (saved != null) {
            worlds.send(saved.tick(), saved.bytes());
        }
        while (worlds.writeNext(link.queuedBytes(Packet.BULK), out.clear())) {
            send(Packet.BULK);
        }
    }

    private void sendStatus(long now) {
        if (now - statusNanos >= STATUS_NANOS && isHeard(now)) {
            statusNanos = now;
            Messages.writeStatus(out.clear(), feed.fedTick(), run.stepNanos());
            send(Packet.ROUTINE);
        }
    }

    private void updateStage() {
        if (view.stage().isEnd()) {
            return;
        }
        if (view.player() < 0) {
            view.stage(paused ? Stage.PAUSED : Stage.CONNECTING);
        } else if (view.isSequencerSilent() && session.hasBegun()) {
            view.stage(Stage.STALLED);
        } else if (paused) {
            view.stage(Stage.PAUSED);
        } else if (!active && start != Messages.Start.FRESH) {
            view.stage(Stage.JOINING);
        } else if (view.newestTick() == 0) {
            view.stage(Stage.WAITING);
        } else {
            view.stage(view.isWaiting() ? Stage.STALLED : Stage.PLAYING);
        }
    }

    /** Says good-bye, and ends some time after that, so that the last messages arrive. */
    private void finish(long now) {
        if (!ended && (session.leaves() || view.stage().isEnd())) {
            ended = true;
            endNanos = now;
            RuntimeException reason = view.failure();
            view.end(Stage.CLOSED);
            if (link != null) {
                Messages.writeLeave(
                        out.clear(),
                        session.hasSimulationFailed(),
                        reason == null ? "it has left" : reason.getMessage());
                link.offer(Packet.URGENT, out.flip());
            }
        }
        boolean delivered = link == null || link.allDelivered();
        if (ended && (delivered && session.leaves() || now - endNanos > LINGER_NANOS)) {
            session.end();
        }
    }

    private void release() {
        if (run != null) {
            run.close();
        }
    }

    private void send(int lane) {
        if (!link.offer(lane, out.flip())) {
            view.end(Stage.LOST, "the sequencer does not take the messages of this peer");
        }
    }

    /** Takes the messages of the sequencer. */
    private final class Incoming implements Messages.ToSession {
        @Override
        public void welcome(int player, Messages.Start from, long newest) {
            view.player(player);
            start = from;
            session.welcomed(newest);
            nextFrame = NO_TICK;
            if (from != Messages.Start.WORLD) {
                startAfter(0, null);
            }
        }

        private void startAfter(long tick, byte @Nullable [] world) {
            nextFrame = tick + 1;
            session.startAt(new StartPoint(tick, world));
        }

        @Override
        public void refused(String reason) {
            view.end(Stage.REFUSED, reason);
        }

        @Override
        public void frame(InputFrame next) throws InvalidMessageException {
            requireNext(next.tick());
            // Frames that come in a pause were due before it, and don't end it.
            double rate = paused ? 0 : next.rate();
            view.frame(next, rate);
            boolean first = start == Messages.Start.FRESH && !session.hasBegun();
            if (first) {
                matchClock.begin();
            }
            matchClock.frame(next.tick(), next.stamp(), rate, clock.nanoTime(), stalls.isSeen());
            controls(next);
            AheadRun ahead = session.ahead();
            if (ahead != null) {
                ahead.arrives(next);
            }
            keep(next.content());
            // Last, because the player may act from then on, and controls() drops what was done before.
            if (first) {
                session.begin();
            }
        }

        /** The feed refuses a wrong tick as well, but then the service of the host fails, and not only this session. */
        private void requireNext(long tick) throws InvalidMessageException {
            if (nextFrame == NO_TICK) {
                throw new InvalidMessageException(
                        "a frame of tick " + tick + " came before the start of the match is known");
            } else if (tick != nextFrame) {
                throw new InvalidMessageException("a frame is of tick " + tick + ", expected " + nextFrame);
            }
            nextFrame++;
        }

        private void controls(InputFrame next) {
            for (int i = 0; i < next.controls(); i++) {
                boolean mine = next.controlPlayer(i) == view.player() && next.tick() > session.welcomedAt();
                // Who leaves gets no frame that says so.
                if (mine && next.control(i) == InputFrame.JOINED) {
                    active = true;
                    nextSample = next.tick() + next.delay();
                    session.input().clear();
                    matchClock.joining(false);
                }
            }
        }

        private void keep(ByteBuffer content) throws InvalidMessageException {
            if (run == null || !backlog.isEmpty() || !feed.offer(content)) {
                backlog.add(content);
            }
        }

        @Override
        public void waiting(long tick, long players, long waitedNanos) {
            view.waiting(tick, players, waitedNanos, clock.nanoTime());
        }

        @Override
        public void rate(long stamp, double rate, double speed, int slowPlayer) {
            paused = rate == 0;
            view.rate(rate, slowPlayer);
            matchClock.rate(stamp, rate, clock.nanoTime());
        }

        @Override
        public void newest(long tick) {
            session.newestOfMatch(tick);
        }

        @Override
        public void world(long tick, int total, int offset, ByteBuffer part) throws InvalidMessageException {
            boolean expected = start == Messages.Start.WORLD && session.startPoint() == null;
            if (expected && worlds.receive(tick, total, offset, part)) {
                startAfter(tick, worlds.received());
            }
        }

        @Override
        public void desync(long tick, long ownHash, long rightHash) {
            view.desyncTick(tick);
            view.end(
                    Stage.DESYNCED,
                    "the state of tick " + tick + " differs from that of the other players: its hash is "
                            + Long.toHexString(ownHash) + " here, and " + Long.toHexString(rightHash)
                            + " there; close the session and the service, and open new ones to join again");
        }

        @Override
        public void removed(String reason) {
            String sleep = sleepInWords();
            view.end(Stage.REMOVED, sleep.isEmpty() ? reason : reason + "; " + sleep);
        }

        @Override
        public void answer(String refusal) {
            view.refusedRequest(refusal.isEmpty() ? null : refusal);
        }
    }
}
