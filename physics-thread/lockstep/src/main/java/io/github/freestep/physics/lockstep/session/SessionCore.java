package io.github.freestep.physics.lockstep.session;

import io.github.freestep.internal.SafeText;
import io.github.freestep.net.link.InvalidMessageException;
import io.github.freestep.net.link.Link;
import io.github.freestep.net.link.Packet;
import io.github.freestep.physics.Physics;
import io.github.freestep.physics.PhysicsEvent;
import io.github.freestep.physics.lockstep.link.InputFrame;
import io.github.freestep.physics.lockstep.link.JoinRequest;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.lockstep.link.Messages;
import io.github.freestep.physics.lockstep.link.WorldParts;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
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

    /** The sequencer sends every 50 ms, so some lost packets are no silence yet. */
    private static final long NOTICED_SILENCE_NANOS = 1_000_000_000;

    /** The link gets no more parts of a world while this many bytes wait, so that saved worlds of any size fit. */
    private static final int MOST_DONATED = 256 << 10;

    private final SessionState session;
    private final MatchRules rules;
    private final MatchClock matchClock;
    private final int wanted;
    private final long identity;
    private final Stalls stalls = new Stalls();

    private final InputFrame frame;
    private final Messages.ToSession messages = new Incoming();
    private final ByteBuffer out;
    /** The world that this peer begins with, as far as it has arrived. */
    private @Nullable WorldParts arriving;

    /** The world that this peer sends for one that joins; null if there is none, or all of it was sent. */
    private @Nullable WorldParts donated;

    private int donatedOffset;

    private @Nullable Link link;
    /** Null until the host has attached one; then the feed is there as well. */
    private @Nullable AttachedRun run;

    private Messages.Start start = Messages.Start.FRESH;
    /** The tick of the next frame. */
    private long nextFrame = NO_TICK;

    private boolean admitted;
    private boolean ready;
    private boolean active;
    private long nextSample;
    private boolean paused;

    /** The world must be saved once this tick was fed; {@link #NO_TICK} if no save is wanted. */
    private long wantedSave = NO_TICK;

    /** A world that the physics thread saves for a peer that joins, null if it saves none. */
    private @Nullable CompletableFuture<@Nullable WorldParts> saving;

    private long statusNanos;
    private long endNanos;
    private boolean ended;

    /** Creates the logic of a session that asks for a player, or for any. */
    public SessionCore(SessionState session, int wanted, long identity) {
        this.session = session;
        this.wanted = wanted;
        this.identity = identity;
        rules = session.rules;
        matchClock = session.clock;
        frame = new InputFrame(rules);
        out = ByteBuffer.allocate(Math.max(Messages.MAX_TO_SEQUENCER, 1 + InputFrame.maxLength(rules)));
    }

    /** Begins a round of work. Returns whether packets of the sequencer may have come. */
    public boolean begin(long now) {
        long stoodNanos = stalls.works(now);
        if (link != null) {
            // This process stood still, and not the sequencer.
            link.forgive(stoodNanos);
        } else if (session.joinRequest != null && !session.leaves) {
            connect(now);
        }
        return link != null;
    }

    /** Takes a packet, which may be of anyone. */
    public void onPacket(ByteBuffer from, long now) {
        if (Packet.token(from) != link.token) {
            // Of another connection, or of a sequencer that does not know this one.
            if (Packet.isUnknown(from, link.token)) {
                notKnown(now);
            }
            return;
        }
        try {
            link.onPacket(from, now);
            for (ByteBuffer message; (message = link.take()) != null; ) {
                if (session.stage != Stage.ENDED) {
                    Messages.read(message, frame, messages);
                }
            }
        } catch (InvalidMessageException e) {
            session.end("the sequencer has sent an invalid message: " + e.getMessage(), e);
        }
    }

    /** Ends a round of work: does what is due, and sends. */
    public void work(long now, Consumer<ByteBuffer> packets) {
        if (link != null) {
            checkSilence(now);
        }
        if (session.stage != Stage.ENDED) {
            play(now);
        }
        finish(now);
        if (link != null) {
            link.flush(now, packets);
        }
        if (session.isOver) {
            release();
        }
    }

    /** Ends the session at once, because the transport or this code has failed. */
    public void fail(Throwable cause) {
        session.end("the session has failed: " + SafeText.of(cause), cause);
        session.isOver = true;
        release();
    }

    private void notKnown(long now) {
        // While the sequencer speaks, this answer is forged, or older than the one to the join. A sequencer that has
        // acknowledged the join, but had no place yet, has known this peer.
        if ((admitted || link.allDelivered()) && link.silentNanos(now) >= NOTICED_SILENCE_NANOS) {
            session.end("the sequencer no longer knows this player: it has removed it, perhaps while this process stood"
                    + " still, or was started again; " + Messages.JOIN_AGAIN);
        }
    }

    private void connect(long now) {
        link = new Link(Link.newToken(), InputFrame.maxLength(rules) + 1, now);
        statusNanos = now;
        JoinRequest own = Objects.requireNonNull(session.joinRequest);
        Messages.writeJoin(
                out.clear(), new JoinRequest(wanted, own.exact(), identity, own.computedBy(), own.settings()));
        send(Packet.URGENT);
    }

    private void checkSilence(long now) {
        long limit = session.player < 0
                ? CONNECT_NANOS
                : Math.max(LEAST_SILENCE_NANOS, rules.silence().toNanos());
        long silent = link.silentNanos(now);
        session.sequencerSilenceNanos = session.player >= 0 && silent >= NOTICED_SILENCE_NANOS ? silent : 0;
        if (silent > limit) {
            session.end(
                    session.player < 0
                            ? "the sequencer has not answered within " + limit / 1_000_000_000
                                    + " s; check its address, and whether it runs"
                            : "the sequencer has been silent for " + limit / 1_000_000_000 + " s; "
                                    + Messages.JOIN_AGAIN);
        }
    }

    private void play(long now) {
        run = session.attached;
        if (run != null && checkRun() && admitted) {
            beginIfSetUp();
            run.poll(this::onHash);
            SecondWorld ahead = session.ahead;
            if (ahead != null) {
                ahead.work(session.delayTicks);
            }
            sendSamples(ahead);
            sendWorld();
            sendStatus(now);
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
        Physics.Status status = run.physics.status();
        if (status == Physics.Status.FAILED) {
            session.simulationFailed = true;
            session.end("the simulation has failed: " + run.physics.failure(), run.physics.failure());
        } else if (status == Physics.Status.CLOSED) {
            session.leaves = true;
        }
        return session.stage != Stage.ENDED && !session.leaves;
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
            matchClock.isJoining = true;
            matchClock.begin();
            session.begun = true;
        }
    }

    private void onHash(PhysicsEvent event) {
        if (event.tick() > 0) {
            Messages.writeHash(out.clear(), event.tick(), event.hash());
            send(Packet.ROUTINE);
        }
    }

    /**
     * Samples the local input for all ticks up to that of the newest fed frame plus its delay that have no sample. If
     * the delay has grown, these are several ticks: all get the axes, and the first also gets the actions. If it has
     * shrunk, there is none, and the actions wait for the next one, so that none is lost. With a prediction, its clock
     * decides, so that samples come evenly, but never later than without it.
     */
    private void sendSamples(@Nullable SecondWorld ahead) {
        if (!active) {
            return;
        }
        long upTo = session.feed.sampledUpTo;
        long most = ahead == null ? upTo : session.feed.fedTick + rules.maxDelay();
        for (; nextSample <= upTo || nextSample <= most && ahead.samples(nextSample); nextSample++) {
            Messages.beginInput(out.clear(), nextSample);
            int at = out.position();
            // Before the write, so that input that comes between the two counts at the latest for the next sample.
            long cameNanos = session.input.takeNanos();
            session.input.write(out, rules);
            session.own.add(nextSample, out, at, out.position() - at, cameNanos);
            send(Packet.URGENT);
        }
    }

    private void sendWorld() {
        if (wantedSave != NO_TICK && session.feed.fedTick >= wantedSave) {
            saving = run.save(wantedSave == session.lastTick);
            wantedSave = NO_TICK;
        }
        if (saving != null && saving.isDone()) {
            donated = saving.exceptionally(ended -> null).join();
            donatedOffset = 0;
            saving = null;
            session.lastTick = Long.MAX_VALUE;
        }
        while (donated != null && link.queuedBytes(Packet.BULK) <= MOST_DONATED) {
            donatedOffset = donated.write(out.clear(), donatedOffset);
            donated = donatedOffset < 0 ? null : donated;
            send(Packet.BULK);
        }
    }

    private void sendStatus(long now) {
        if (now - statusNanos >= STATUS_NANOS && isHeard(now)) {
            statusNanos = now;
            Messages.writeStatus(out.clear(), session.feed.fedTick);
            send(Packet.ROUTINE);
        }
    }

    private void updateStage() {
        if (session.stage == Stage.ENDED) {
            return;
        }
        if (session.player < 0) {
            session.stage = paused ? Stage.PAUSED : Stage.CONNECTING;
        } else if (session.isSequencerSilent() && session.begun) {
            session.stage = Stage.STALLED;
        } else if (paused) {
            session.stage = Stage.PAUSED;
        } else if (!active && start != Messages.Start.FRESH) {
            session.stage = Stage.JOINING;
        } else if (session.newestTick == 0) {
            session.stage = Stage.WAITING;
        } else {
            session.stage = session.isWaiting() ? Stage.STALLED : Stage.PLAYING;
        }
    }

    /** Says good-bye, and ends some time after that, so that the last messages arrive. */
    private void finish(long now) {
        if (!ended && (session.leaves || session.stage == Stage.ENDED)) {
            ended = true;
            endNanos = now;
            session.stage = Stage.ENDED;
            if (link != null) {
                Messages.writeLeave(out.clear(), session.simulationFailed);
                link.offer(Packet.URGENT, out.flip());
            }
        }
        boolean delivered = link == null || link.allDelivered();
        if (ended && (delivered && session.leaves || now - endNanos > LINGER_NANOS)) {
            session.isOver = true;
        }
    }

    private void release() {
        if (run != null) {
            run.close();
        }
    }

    private void send(int lane) {
        if (!link.offer(lane, out.flip())) {
            session.end("the sequencer does not take the messages of this peer");
        }
    }

    /** Takes the messages of the sequencer. */
    private final class Incoming implements Messages.ToSession {
        @Override
        public void welcome(int player, Messages.Start from, long newest) throws InvalidMessageException {
            if (admitted) {
                throw new InvalidMessageException("only one welcome is allowed per session, but a second one has come");
            }
            session.welcomedAt = newest;
            admitted = true;
            session.player = player;
            start = from;
            if (from != Messages.Start.WORLD) {
                startAfter(new WorldParts(0));
            }
        }

        private void startAfter(WorldParts world) {
            nextFrame = world.tick + 1;
            session.startPoint = world;
        }

        @Override
        public void frame(InputFrame next) throws InvalidMessageException {
            requireNext(next.tick());
            // Frames that come in a pause were due before it, and don't end it.
            double rate = paused ? 0 : next.rate();
            // Notes the tick before the frame can be read, so a prediction that begins meanwhile misses none.
            session.frame(next, rate);
            boolean first = start == Messages.Start.FRESH && !session.begun;
            if (first) {
                matchClock.begin();
            }
            matchClock.frame(next.tick(), next.stamp(), rate, session.local.nanoTime(), stalls.isSeen());
            controls(next);
            ByteBuffer content = next.content();
            SecondWorld ahead = session.ahead;
            if (ahead == null) {
                session.newestFrames.add(next.tick(), content, 0, content.remaining());
            } else {
                ahead.arrives(next);
            }
            session.frames.add(content);
            // Last, because the player may act from then on, and controls() drops what was done before.
            if (first) {
                session.begun = true;
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
            // Who leaves gets no frame that says so.
            if (InputFrame.has(next.joining(), session.player) && next.tick() > session.welcomedAt) {
                active = true;
                nextSample = next.tick() + next.delay();
                // Until the first sample, the player has no input, which a prediction need not guess.
                int length = 4 * rules.axes + 2;
                for (long tick = next.tick(); tick < nextSample; tick++) {
                    session.own.add(tick, ByteBuffer.allocate(length), 0, length, LocalInput.NONE);
                }
                session.input.clear();
                matchClock.isJoining = false;
            }
        }

        @Override
        public void waiting(long tick, long players, long waitedNanos) {
            session.waiting(tick, players, waitedNanos, session.local.nanoTime());
        }

        @Override
        public void rate(long stamp, double rate) {
            paused = rate == 0;
            session.rate = rate;
            matchClock.rate(stamp, rate, session.local.nanoTime());
        }

        @Override
        public void world(long tick, int total, int offset, ByteBuffer part) throws InvalidMessageException {
            if (start != Messages.Start.WORLD || session.startPoint != null) {
                return;
            }
            arriving = arriving == null || offset == 0 ? new WorldParts(tick) : arriving;
            arriving.add(tick, total, offset, part);
            if (arriving.isComplete()) {
                startAfter(arriving);
            }
        }

        @Override
        public void ended(String reason) {
            session.end(reason);
        }

        @Override
        public void differed(long tick, String what) {
            session.difference = what;
            session.differedTick = Math.max(session.differedTick, tick);
        }

        @Override
        public void save(long tick) {
            wantedSave = tick == Messages.VALUES ? nextFrame - 1 : tick;
            session.lastTick = tick == Messages.VALUES ? wantedSave : Long.MAX_VALUE;
        }
    }
}
