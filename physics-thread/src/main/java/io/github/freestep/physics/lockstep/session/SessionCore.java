package io.github.freestep.physics.lockstep.session;

import io.github.freestep.physics.CommandReader;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.OverloadPolicy;
import io.github.freestep.physics.Physics;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsEvent;
import io.github.freestep.physics.SavableSimulation;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.journal.Journal;
import io.github.freestep.physics.lockstep.link.Frame;
import io.github.freestep.physics.lockstep.link.InvalidMessageException;
import io.github.freestep.physics.lockstep.link.Link;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.lockstep.link.Messages;
import io.github.freestep.physics.lockstep.link.Packet;
import io.github.freestep.physics.lockstep.link.Tokens;
import io.github.freestep.state.StateLayout;
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

    private static final int DEFAULT_INPUT_CAPACITY = 4_096;
    private static final long STATUS_NANOS = 100_000_000;
    private static final long CONNECT_NANOS = 30_000_000_000L;
    private static final long LEAST_SILENCE_NANOS = 10_000_000_000L;
    private static final long LINGER_NANOS = 300_000_000;

    private final MatchRules rules;
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

    public SessionCore(MatchRules rules, CommandReader commands, NanoClock clock, int wanted, @Nullable Dumps dumps) {
        this.rules = rules;
        this.commands = commands;
        this.clock = clock;
        this.wanted = wanted;
        this.dumps = dumps;
        view = new MatchView(clock);
        input = new LocalInput(rules.axes());
        matchClock = new MatchClock(rules, clock, 0);
        frame = new Frame(rules);
        backlog = new FrameBacklog(rules);
    }

    public MatchRules rules() {
        return rules;
    }

    public MatchView view() {
        return view;
    }

    public LocalInput input() {
        return input;
    }

    /** Begins to join, with the simulation of a builder. For any thread, once. */
    public void join(PhysicsBuilder game) {
        Object simulation = Journal.simulationOf(game);
        StateLayout layout = ((Simulation) simulation).layout();
        if (!rules.layout().equals(layout)) {
            throw new IllegalArgumentException(
                    "the simulation must have the layout of the match, " + rules.layout() + ", had " + layout);
        }
        if (joinRequest != null) {
            throw new IllegalStateException("a session must start one simulation, was started before; open another");
        }
        joinRequest = simulation instanceof SavableSimulation savable && savable.restoresExactly();
    }

    /** Whether the simulation can be built. For any thread. */
    public boolean isAdmitted() {
        return admitted;
    }

    /** Whether the match has begun for this peer. For any thread. */
    public boolean hasBegun() {
        return begun;
    }

    /** Returns whether the session has nothing more to do. For any thread. */
    public boolean isOver() {
        return over;
    }

    /** Makes the settings of a builder those of the match. For any thread, once admitted. */
    public PhysicsBuilder prepare(PhysicsBuilder game) {
        long startTick = worlds.tick();
        byte[] world = worlds.received();
        matchClock.hold(rules.dueNanos(startTick));
        LockstepFeed fed = new LockstepFeed(rules, commands, view, startTick, this::save);
        game.rate(rules.rate())
                .axes(rules.players() * rules.axes())
                .inputCapacity(Math.max(DEFAULT_INPUT_CAPACITY, rules.players() * (rules.actions() + 2)))
                .hashEvery(rules.hashEvery())
                .overloadPolicy(OverloadPolicy.neverSlip())
                .clock(matchClock)
                .feed(fed);
        if (world != null) {
            int capacity = rules.layout().capacity();
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
    public void attach(Physics physics) {
        attached = new AttachedRun(physics, rules.periodNanos(), dumps != null);
    }

    /** Builds a stepper to attach. It sets the world up at once, and restores a saved one. For any thread, once. */
    public InlineStepper inline(PhysicsBuilder game) {
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
    public Requests requests() {
        return requests;
    }

    /** Leaves the match. For any thread. */
    public void leave() {
        leaves = true;
    }

    public long lagTicks() {
        LockstepFeed to = feed;
        return to == null ? 0 : Math.max(0, Math.max(view.newestTick(), newestOfMatch) - to.fedTick());
    }

    public String inWords() {
        LockstepFeed to = feed;
        String words = view.inWords(to == null ? 0 : to.fedTick());
        return to == null || to.unreadable() == null ? words : words + "; " + to.unreadable();
    }

    /** The time of the match since the last call. For the thread of a host. */
    public long elapsedNanos() {
        long now = matchClock.nanoTime();
        long elapsed = elapses ? now - elapsedAt : 0;
        if (!elapses) {
            elapsed = now - rules.dueNanos(worlds.tick());
        }
        elapses = true;
        elapsedAt = now;
        return elapsed;
    }

    /** Begins a round of work. Returns whether packets of the sequencer may have come. */
    public boolean begin(long now) {
        stalls.works(now);
        if (link == null && joinRequest != null && !leaves) {
            connect(now);
        }
        return link != null;
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
            view.end(Stage.LOST, "the sequencer has sent an invalid message: " + e.getMessage());
        }
    }

    /** Ends a round of work: does what is due, and sends. */
    public void work(long now, Consumer<ByteBuffer> out) {
        if (link != null) {
            checkSilence(now);
        }
        if (!view.stage().isEnd()) {
            play(now);
        }
        finish(now);
        if (link != null) {
            link.flush(now, out);
        }
        if (over) {
            release();
        }
    }

    /** Ends the session at once, because the transport or this code has failed. */
    public void fail(Throwable cause) {
        view.end(Stage.LOST, "the session has failed: " + cause);
        over = true;
        release();
    }

    private void connect(long now) {
        link = new Link(Tokens.next(), Frame.maxLength(rules) + 1, now);
        Messages.writeJoin(out.clear(), wanted, Boolean.TRUE.equals(joinRequest), rules.entries());
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
        if (link.silentNanos(now) > limit) {
            view.end(
                    Stage.LOST,
                    view.player() < 0
                            ? "the sequencer has not answered within " + limit / 1_000_000_000
                                    + " s; check its address, and whether it runs"
                            : "the sequencer has been silent for " + limit / 1_000_000_000 + " s");
        }
    }

    private void play(long now) {
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
        updateStage();
    }

    /** Returns whether the service runs. */
    private boolean checkRun() {
        Physics.Status status = run.status();
        if (status == Physics.Status.FAILED) {
            simulationFailed = true;
            view.end(Stage.LOST, "the simulation has failed: " + run.failure());
        } else if (status == Physics.Status.CLOSED) {
            leaves = true;
        }
        return !view.stage().isEnd() && !leaves;
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
        if (event.tick() > 0 && event.tick() % rules.hashEvery() == 0) {
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
        long lateNanos = matchClock.nanoTime() - rules.dueNanos(feed.fedTick());
        for (; nextSample <= upTo; nextSample++) {
            Messages.beginInput(out.clear(), nextSample, lateNanos);
            input.write(out, rules);
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

    private void updateStage() {
        if (view.stage().isEnd()) {
            return;
        }
        if (pausedBy != 0) {
            view.stage(Stage.PAUSED);
        } else if (view.player() < 0) {
            view.stage(Stage.CONNECTING);
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
        if (!ended && (leaves || view.stage().isEnd())) {
            ended = true;
            endNanos = now;
            String reason = view.failure();
            view.end(Stage.CLOSED, null);
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
            newestOfMatch = newest;
            welcomedAt = newest;
            admitted = from != Messages.Start.WORLD;
        }

        @Override
        public void refused(String reason) {
            view.end(Stage.REFUSED, reason);
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
                    Stage.DESYNCED,
                    "the state of tick " + tick + " differs from that of the other players" + where
                            + "; close the session and the service, and open new ones to join again");
        }

        @Override
        public void dump(long tick, int wrongPlayer, long wrongHash) {
            dump(tick, "this state is right; that of player " + wrongPlayer + " has the hash " + hex(wrongHash));
        }

        @Override
        public void removed(String reason) {
            view.end(Stage.REMOVED, reason);
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
