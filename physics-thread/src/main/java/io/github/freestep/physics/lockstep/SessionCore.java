package io.github.freestep.physics.lockstep;

import io.github.freestep.physics.CommandReader;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.OverloadPolicy;
import io.github.freestep.physics.Physics;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsEvent;
import io.github.freestep.physics.SavableSimulation;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.journal.Inside;
import io.github.freestep.physics.lockstep.LockstepSession.Status;
import io.github.freestep.state.StateLayout;
import io.github.freestep.time.NanoClock;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The logic of a session. Has no thread: the session's thread, or a test, calls {@link #doWork}. The methods that say
 * so are for other threads.
 */
final class SessionCore {
    static final int ANY_PLAYER = -1;

    private static final int DEFAULT_INPUT_CAPACITY = 4_096;
    private static final long STATUS_NANOS = 100_000_000;
    private static final long CONNECT_NANOS = 30_000_000_000L;
    private static final long LEAST_SILENCE_NANOS = 10_000_000_000L;
    private static final long LINGER_NANOS = 300_000_000;

    private final MatchSettings settings;
    private final LockstepTransport transport;
    private final CommandReader commands;
    private final NanoClock clock;
    private final int wanted;
    private final @Nullable Dumps dumps;
    private final MatchView view;
    private final LocalInput input;
    private final MatchClock matchClock;
    private final Stalls stalls = new Stalls();

    private final Packet packet = new Packet();
    private final Frame frame;
    private final Messages.ToSession messages = new Incoming();
    private final ByteBuffer out = ByteBuffer.allocate(Messages.MAX_TO_SEQUENCER);
    private final Requests requests = new Requests();
    private final WorldTransfer worlds = new WorldTransfer();

    private final FrameBacklog backlog;

    /** The request to join, of any thread: whether the simulation restores exactly. */
    private volatile @Nullable Boolean joinRequest;

    private volatile @Nullable LockstepFeed feed;
    private volatile @Nullable AttachedRun attached;
    private volatile boolean admitted;
    private volatile boolean begun;

    /** Earlier frames may have controls of an earlier peer with the same player. */
    private volatile long welcomedAt;

    private volatile boolean leaves;
    private volatile boolean simulationFailed;
    private volatile boolean over;

    // For the session's thread.
    private @Nullable Link link;
    private @Nullable AttachedRun run;
    private Messages.Start start = Messages.Start.FRESH;
    private boolean ready;
    private boolean active;
    private long nextSample;
    private long pausedBy;
    private long newestOfMatch;
    private long statusNanos;
    private long endNanos;
    private boolean ended;

    // For the thread of a host.
    private long elapsedAt;
    private boolean elapses;

    SessionCore(
            MatchSettings settings,
            LockstepTransport transport,
            CommandReader commands,
            NanoClock clock,
            int wanted,
            @Nullable Dumps dumps) {
        this.settings = settings;
        this.transport = transport;
        this.commands = commands;
        this.clock = clock;
        this.wanted = wanted;
        this.dumps = dumps;
        view = new MatchView(clock);
        input = new LocalInput(settings.axes());
        matchClock = new MatchClock(settings, clock, 0);
        frame = new Frame(settings);
        backlog = new FrameBacklog(settings);
    }

    MatchSettings settings() {
        return settings;
    }

    MatchView view() {
        return view;
    }

    LocalInput input() {
        return input;
    }

    /** Begins to join, with the simulation of a builder. For any thread, once. */
    void join(PhysicsBuilder game) {
        Simulation simulation = Inside.of(game);
        StateLayout layout = simulation.layout();
        if (!settings.layout().equals(layout)) {
            throw new IllegalArgumentException(
                    "the simulation must have the layout of the match, " + settings.layout() + ", had " + layout);
        }
        if (joinRequest != null) {
            throw new IllegalStateException("a session must start one simulation, was started before; open another");
        }
        joinRequest = simulation instanceof SavableSimulation savable && savable.restoresExactly();
    }

    /** Whether the simulation can be built. For any thread. */
    boolean isAdmitted() {
        return admitted;
    }

    /** Whether the match has begun for this peer. For any thread. */
    boolean hasBegun() {
        return begun;
    }

    /** Returns whether the session has nothing more to do. For any thread. */
    boolean isOver() {
        return over;
    }

    /** Makes the settings of a builder those of the match. For any thread, once admitted. */
    PhysicsBuilder prepare(PhysicsBuilder game) {
        long startTick = worlds.tick();
        byte[] world = worlds.received();
        matchClock.hold(settings.dueNanos(startTick));
        LockstepFeed fed = new LockstepFeed(settings, commands, view, startTick, this::save);
        game.rate(settings.rate())
                .axes(settings.players() * settings.axes())
                .inputCapacity(Math.max(DEFAULT_INPUT_CAPACITY, settings.players() * (settings.actions() + 2)))
                .hashEvery(settings.hashEvery())
                .overloadPolicy(OverloadPolicy.neverSlip())
                .clock(matchClock)
                .feed(fed);
        if (world != null) {
            int capacity = settings.layout().capacity();
            game.startAt(
                    startTick,
                    context -> WorldCodec.restore(
                            world, capacity, context.world(SavableSimulation.class), context.bodies()));
        }
        feed = fed;
        return game;
    }

    /** Saves the world. For the physics thread. */
    private void save(long tick) {
        AttachedRun saves = attached;
        if (saves != null && tick >= welcomedAt) {
            saves.save(tick);
        }
    }

    /** Takes the run that {@link #prepare} has prepared. For any thread, once. */
    void attach(Physics physics) {
        attached = new AttachedRun(physics, settings.periodNanos(), dumps != null);
    }

    /** Builds a stepper to attach. It sets the world up at once, and restores a saved one. For any thread, once. */
    InlineStepper inline(PhysicsBuilder game) {
        PhysicsBuilder prepared = prepare(game);
        try {
            return prepared.inline();
        } catch (RuntimeException | Error e) {
            simulationFailed = true;
            leave();
            throw e;
        }
    }

    /** What this peer asks of the sequencer. For any thread. */
    Requests requests() {
        return requests;
    }

    /** Leaves the match. For any thread. */
    void leave() {
        leaves = true;
    }

    long lagTicks() {
        LockstepFeed to = feed;
        return to == null ? 0 : Math.max(0, Math.max(view.newestTick(), newestOfMatch) - to.fedTick());
    }

    String inWords() {
        LockstepFeed to = feed;
        String words = view.inWords(to == null ? 0 : to.fedTick());
        return to == null || to.unreadable() == null ? words : words + "; " + to.unreadable();
    }

    /** The time of the match since the last call. For the thread of a host. */
    long elapsedNanos() {
        long now = matchClock.nanoTime();
        long elapsed = elapses ? now - elapsedAt : 0;
        if (!elapses) {
            elapsed = now - settings.dueNanos(worlds.tick());
        }
        elapses = true;
        elapsedAt = now;
        return elapsed;
    }

    /** Receives, does what is due, and sends. */
    void doWork(long now) {
        if (over) {
            return;
        }
        stalls.works(now);
        if (link == null && joinRequest != null && !leaves) {
            connect(now);
        }
        if (link != null) {
            transport.poll(from -> receive(from, now));
            checkSilence(now);
        }
        if (!view.status().isEnd()) {
            work(now);
        }
        finish(now);
        if (link != null) {
            link.flush(now, transport::send);
        }
        if (over) {
            release();
        }
    }

    /** Ends the session at once, because the transport or this code has failed. */
    void fail(Throwable cause) {
        view.end(Status.LOST, "the session has failed: " + cause);
        over = true;
        try {
            release();
        } catch (RuntimeException | Error e) {
            cause.addSuppressed(e);
        }
    }

    private void connect(long now) {
        link = new Link(Tokens.next(), Frame.maxLength(settings) + 1, now);
        Messages.writeJoin(out.clear(), wanted, Boolean.TRUE.equals(joinRequest), settings.entries());
        send(Packet.URGENT);
    }

    private void receive(ByteBuffer from, long now) {
        if (packet.token(from) != link.token()) {
            // Of another connection, or damaged.
            return;
        }
        try {
            link.onPacket(from, now, this::onMessage);
        } catch (InvalidMessageException e) {
            view.end(Status.LOST, "the sequencer has sent an invalid message: " + e.getMessage());
        }
    }

    private void onMessage(ByteBuffer message) throws InvalidMessageException {
        if (!view.status().isEnd()) {
            Messages.read(message, frame, messages);
        }
    }

    private void checkSilence(long now) {
        long limit = view.player() < 0
                ? CONNECT_NANOS
                : Math.max(LEAST_SILENCE_NANOS, settings.silence().toNanos());
        if (link.silentNanos(now) > limit) {
            view.end(
                    Status.LOST,
                    view.player() < 0
                            ? "the sequencer has not answered within " + limit / 1_000_000_000
                                    + " s; check its address, and whether it runs"
                            : "the sequencer has been silent for " + limit / 1_000_000_000 + " s");
        }
    }

    private void work(long now) {
        AttachedRun at = attached;
        if (at != null && run == null) {
            run = at;
        }
        if (run != null && checkRun()) {
            beginIfSetUp();
            backlog.moveTo(feed);
            run.poll(this::onHash, matchClock.rate());
            sendSamples();
            sendWorld();
            sendStatus(now);
        }
        // The sequencer refuses requests of a peer that it has not admitted.
        if (view.player() >= 0 && requests.isDue(now)) {
            for (int kind = 0; kind < Requests.KINDS; kind++) {
                if (requests.write(kind, out.clear())) {
                    send(Packet.URGENT);
                }
            }
        }
        updateStatus();
    }

    /** Returns whether the service runs. */
    private boolean checkRun() {
        Physics.Status status = run.status();
        if (status == Physics.Status.FAILED) {
            simulationFailed = true;
            view.end(Status.LOST, "the simulation has failed: " + run.failure());
        } else if (status == Physics.Status.CLOSED) {
            leaves = true;
        }
        return !view.status().isEnd() && !leaves;
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
            begun = true;
        }
    }

    private void onHash(PhysicsEvent event) {
        if (event.tick() > 0 && event.tick() % settings.hashEvery() == 0) {
            Messages.writeHash(out.clear(), event.tick(), event.hash());
            send(Packet.URGENT);
        }
    }

    /**
     * Samples the local input for all ticks up to that of the newest fed frame plus its delay that have no sample. If
     * the delay has grown, these are several ticks: all get the axes, and the first also gets the actions. If it has
     * shrunk, there is none, and the actions wait for the next one, so that none is lost.
     */
    private void sendSamples() {
        if (!active) {
            return;
        }
        long upTo = feed.sampledUpTo();
        long lateNanos = matchClock.nanoTime() - settings.dueNanos(feed.fedTick());
        for (; nextSample <= upTo; nextSample++) {
            Messages.beginInput(out.clear(), nextSample, lateNanos);
            input.write(out, settings);
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
        if (now - statusNanos >= STATUS_NANOS) {
            statusNanos = now;
            Messages.writeStatus(out.clear(), feed.fedTick(), run.stepNanos());
            send(Packet.URGENT);
        }
    }

    private void updateStatus() {
        if (view.status().isEnd()) {
            return;
        }
        if (pausedBy != 0) {
            view.status(Status.PAUSED);
        } else if (view.player() < 0) {
            view.status(Status.CONNECTING);
        } else if (!active && start != Messages.Start.FRESH) {
            view.status(Status.JOINING);
        } else if (view.newestTick() == 0) {
            view.status(Status.WAITING);
        } else {
            view.status(view.isWaiting() ? Status.STALLED : Status.PLAYING);
        }
    }

    /** Says good-bye, and ends some time after that, so that the last messages arrive. */
    private void finish(long now) {
        if (!ended && (leaves || view.status().isEnd())) {
            ended = true;
            endNanos = now;
            String reason = view.failure();
            view.end(Status.CLOSED, null);
            if (link != null) {
                Messages.writeLeave(out.clear(), simulationFailed, reason == null ? "it has left" : reason);
                link.offer(Packet.URGENT, out.flip());
            }
        }
        boolean delivered = link == null || link.allDelivered();
        over = ended && (delivered && leaves || now - endNanos > LINGER_NANOS);
    }

    private void release() {
        if (run != null) {
            run.close();
        }
        transport.close();
    }

    private void send(int lane) {
        if (!link.offer(lane, out.flip())) {
            view.end(Status.LOST, "the sequencer does not take the messages of this peer");
        }
    }

    /** Takes the messages of the sequencer. */
    private final class Incoming implements Messages.ToSession {
        @Override
        public void welcome(int player, Messages.Start from, long newest) {
            view.player(player);
            start = from;
            newestOfMatch = newest;
            welcomedAt = newest;
            admitted = from != Messages.Start.WORLD;
        }

        @Override
        public void refused(String reason) {
            view.end(Status.REFUSED, reason);
        }

        @Override
        public void frame(Frame next) throws InvalidMessageException {
            if (next.tick() <= worlds.tick() && start == Messages.Start.WORLD && admitted) {
                return;
            }
            // Frames that come in a pause were due before it, and don't end it.
            double rate = pausedBy != 0 ? 0 : next.rate();
            view.frame(next, rate);
            boolean first = start == Messages.Start.FRESH && !begun;
            if (first) {
                matchClock.begin();
            }
            matchClock.frame(next.tick(), next.stamp(), rate, clock.nanoTime(), stalls.isSeen());
            controls(next);
            keep(next.content());
            // Last, because the player may act from then on, and controls() drops what was done before.
            begun |= first;
        }

        private void controls(Frame next) {
            for (int i = 0; i < next.controls(); i++) {
                boolean mine = next.controlPlayer(i) == view.player() && next.tick() > welcomedAt;
                if (mine && next.control(i) == Frame.JOINED) {
                    active = true;
                    nextSample = next.tick() + next.delay();
                    input.clear();
                    matchClock.joining(false);
                } else if (mine && next.control(i) == Frame.LEFT) {
                    active = false;
                }
            }
        }

        private void keep(ByteBuffer content) throws InvalidMessageException {
            LockstepFeed to = feed;
            if (to != null && run != null && backlog.isEmpty() && to.offer(content)) {
                return;
            }
            backlog.add(content);
        }

        @Override
        public void waiting(long tick, long players, long waitedNanos) {
            view.waiting(tick, players, waitedNanos, clock.nanoTime());
        }

        @Override
        public void rate(long stamp, double rate, double speed, int slowPlayer, long by) {
            pausedBy = by;
            view.rate(rate, slowPlayer);
            matchClock.rate(stamp, rate, clock.nanoTime());
        }

        @Override
        public void newest(long tick) {
            newestOfMatch = tick;
        }

        @Override
        public void world(long tick, int total, int offset, ByteBuffer part) throws InvalidMessageException {
            if (start == Messages.Start.WORLD && !admitted && worlds.receive(tick, total, offset, part)) {
                backlog.dropUpTo(tick);
                admitted = true;
            }
        }

        @Override
        public void desync(long tick, long ownHash, long rightHash) {
            view.desyncTick(tick);
            String where =
                    dump(tick, "this state has the hash " + hex(ownHash) + ", that of the others is " + hex(rightHash));
            view.end(
                    Status.DESYNCED,
                    "the state of tick " + tick + " differs from that of the other players" + where
                            + "; close the session and the service, and open new ones to join again");
        }

        @Override
        public void dump(long tick, int wrongPlayer, long wrongHash) {
            dump(tick, "this state is right; that of player " + wrongPlayer + " has the hash " + hex(wrongHash));
        }

        @Override
        public void removed(String reason) {
            view.end(Status.REMOVED, reason);
        }

        private String dump(long tick, String what) {
            if (dumps == null || run == null) {
                return "";
            }
            return dumps.write(run, tick, view.player(), what);
        }

        private static String hex(long hash) {
            return Long.toHexString(hash);
        }
    }
}
