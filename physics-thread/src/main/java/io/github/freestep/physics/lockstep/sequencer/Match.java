package io.github.freestep.physics.lockstep.sequencer;

import io.github.freestep.physics.lockstep.link.Frame;
import io.github.freestep.physics.lockstep.link.InvalidMessageException;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.lockstep.link.Messages;
import io.github.freestep.time.Ratio;
import java.nio.ByteBuffer;

/** The state of a match at the sequencer: who takes part, what time it is, and what belongs to which tick. */
public final class Match implements HashBook.Verdicts {
    /** The bit of a pause for a silent player. Lower bits are of players who have asked for a pause. */
    private static final long SILENCE = 1L << 63;

    /** A player whose steps take at least this share of a period may be too slow. */
    private static final double BUSY = 0.8;

    /** How long it takes, after a time in which no peer could be heard, to read the inputs that arrived during it. */
    private static final long DEAF_NANOS = 50_000_000;

    private static final long MAX_SCALE = 1_000;
    private static final long EVALUATION_NANOS = DelayControl.BUCKET_NANOS;

    private final MatchRules rules;
    private final Seat[] seats;
    private final MatchTime time = new MatchTime();
    private final DelayControl delay;
    private final SpeedControl speed;
    private final HashBook hashes;
    private final FrameLog log;
    private final FrameWriter frames;
    private final Waits waits;
    private final LateJoins lateJoins;
    private final SlowPlayers slowPlayers;
    private final InputTimes inputTimes;

    private final ByteBuffer message = ByteBuffer.allocate(2 * Messages.MAX_CHUNK);
    private final ByteBuffer lastMessage = ByteBuffer.allocate(4_096);

    private long now;
    private long hearsNanos = Long.MIN_VALUE;
    private boolean started;
    private long newest;
    private long pausedBy;
    private Ratio scale = Ratio.ONE;
    private long paceNanos;
    private long evaluatedNanos;
    private long evaluatedTick;

    public Match(MatchRules rules) {
        this.rules = rules;
        seats = new Seat[rules.players()];
        for (int player = 0; player < seats.length; player++) {
            seats[player] = new Seat(player, rules);
        }
        delay = new DelayControl(rules);
        speed = new SpeedControl(rules);
        hashes = new HashBook(rules, this);
        log = new FrameLog(rules.history());
        frames = new FrameWriter(seats);
        waits = new Waits(this);
        lateJoins = new LateJoins(this);
        slowPlayers = new SlowPlayers(this, speed);
        inputTimes = new InputTimes(rules);
    }

    MatchRules rules() {
        return rules;
    }

    Seat[] seats() {
        return seats;
    }

    FrameLog log() {
        return log;
    }

    HashBook hashes() {
        return hashes;
    }

    long now() {
        return now;
    }

    boolean started() {
        return started;
    }

    /** Returns the newest tick that has a frame, 0 before the start. */
    long newest() {
        return newest;
    }

    int delayTicks() {
        return delay.delay();
    }

    double speed() {
        return speed.speed();
    }

    Waits waits() {
        return waits;
    }

    /** Returns how the match stands. */
    public MatchStatus status() {
        return new MatchStatus(
                newest,
                Integer.bitCount(activePlayers()),
                waits.awaited(),
                waits.waitedNanos(),
                delay.delay(),
                speed.speed(),
                isPaused(),
                hashes.agreed());
    }

    boolean isPaused() {
        return pausedBy != 0;
    }

    /** Returns the real time between two ticks at the present rate. */
    long realPeriodNanos() {
        return (long) (rules.periodNanos() / rate());
    }

    private double rate() {
        return speed.speed() * scale.numerator() / scale.denominator();
    }

    int activePlayers() {
        int active = 0;
        for (Seat seat : seats) {
            active |= seat.isActive() ? seat.bit() : 0;
        }
        return active;
    }

    /** Whether the next tick is due. */
    boolean isDue() {
        return started && time.matchNanos() >= rules.dueNanos(newest + 1);
    }

    /** Does not count a time in which no peer could be heard, nor the lateness of the inputs that arrived during it. */
    public void forgive(long nanos) {
        hearsNanos = now + nanos + DEAF_NANOS;
        for (Seat seat : seats) {
            seat.forgive(nanos);
        }
        lateJoins.forgive(nanos);
    }

    public void advance(long nowNanos) {
        now = nowNanos;
        time.advance(nowNanos);
    }

    // What peers ask for.

    void admit(Peer peer, Seat seat) {
        hashes.joins(seat.player());
        if (started) {
            lateJoins.begin(peer, seat);
        } else {
            seat.take(peer, Seat.State.WAITING);
            welcome(seat, Messages.Start.FRESH);
        }
    }

    void welcome(Seat seat, Messages.Start start) {
        Messages.writeWelcome(begin(), seat.player(), start, newest);
        send(seat.peer());
        writeRate();
        send(seat.peer());
    }

    void input(Seat seat, long tick, long lateNanos, ByteBuffer body) throws InvalidMessageException {
        seat.input(tick, body, newest, now);
        // A longer delay does not help a player who is too slow. A lower speed does.
        if (seat.stepNanos() < realPeriodNanos() * BUSY && now >= hearsNanos) {
            delay.sample(inputTimes.neededNanos(tick, now));
        }
        if (inputTimes.wasOnTime(tick)) {
            seat.late(lateNanos);
        }
    }

    void hash(Seat seat, long tick, long hash) throws InvalidMessageException {
        hashes.hash(seat.player(), tick, hash);
    }

    void status(Seat seat, long tick, long stepNanos) throws InvalidMessageException {
        if (tick < seat.statusTick() || tick > newest || stepNanos < 0) {
            throw new InvalidMessageException("a status must have a tick from " + seat.statusTick() + " to " + newest
                    + " and a cost from 0, had tick " + tick + " and cost " + stepNanos);
        }
        seat.status(tick, stepNanos);
    }

    /** Says to a peer that waits for a place whether the match is paused, because no place comes free in a pause. */
    void announcePause(Peer peer) {
        if (peer.knowsPause() != isPaused()) {
            peer.knowsPause(isPaused());
            writeRate();
            send(peer);
        }
    }

    void pause(Seat seat) {
        paused(pausedBy | seat.bit() & 0xFFFF_FFFFL);
    }

    void resume() {
        paused(pausedBy & SILENCE);
    }

    /** Pauses or resumes, because the match waits for a silent player. */
    void pausedForSilence(boolean silent) {
        paused(silent ? pausedBy | SILENCE : pausedBy & ~SILENCE);
    }

    private void paused(long by) {
        if (by == pausedBy) {
            return;
        }
        boolean before = isPaused();
        pausedBy = by;
        if (!before) {
            time.stopAt(nextMiddle());
        } else if (!isPaused()) {
            time.stopAt(Long.MAX_VALUE);
        }
        announceRate();
    }

    /** Returns the middle of a tick, so that the clocks of the peers don't stop shortly before a tick is due. */
    private long nextMiddle() {
        long tick = newest;
        long half = rules.periodNanos() / 2;
        while (rules.dueNanos(tick) + half < time.matchNanos()) {
            tick++;
        }
        return rules.dueNanos(tick) + half;
    }

    void scale(Ratio wanted) throws InvalidMessageException {
        if (wanted.numerator() > MAX_SCALE * wanted.denominator()
                || wanted.denominator() > MAX_SCALE * wanted.numerator()) {
            throw new InvalidMessageException(
                    "the time scale must be between 1/" + MAX_SCALE + " and " + MAX_SCALE + ", was " + wanted);
        }
        if (!wanted.equals(scale)) {
            scale = wanted;
            rateChanged();
        }
    }

    private void rateChanged() {
        time.rate(rate());
        announceRate();
    }

    private void announceRate() {
        writeRate();
        broadcast();
    }

    private void writeRate() {
        long stamp = isPaused() ? Math.max(time.matchNanos(), time.stop()) : time.matchNanos();
        Messages.writeRate(begin(), stamp, isPaused() ? 0 : rate(), speed.speed(), speed.slowPlayer(), pausedBy);
    }

    void requestRemoval(Seat by, int player) {
        boolean known = player >= 0 && player < seats.length;
        if (known && seats[player].peer() != null && waits.awaits(player) && waits.isReported()) {
            remove(
                    seats[player],
                    "player " + by.player() + " removed player " + player + ", for whom the match waited");
        }
    }

    void leave(Seat seat, boolean failed) {
        if (failed) {
            lateJoins.wrongWorld(seat);
        }
        remove(seat, "player " + seat.player() + " left");
    }

    void world(Seat seat, long tick, int total, int offset, ByteBuffer part) throws InvalidMessageException {
        lateJoins.world(seat, tick, total, offset, part);
    }

    // How peers leave.

    /** Ends the connection of a peer that has sent something invalid. */
    void punish(Peer peer, String reason) {
        if (peer.seat() == null) {
            refuse(peer, reason);
        } else {
            remove(peer.seat(), reason);
        }
    }

    void refuse(Peer peer, String reason) {
        lastMessage.clear();
        Messages.writeRefused(lastMessage, reason);
        end(peer);
    }

    /** Takes a player out of the match: at the next tick, if the player takes part. */
    void remove(Seat seat, String reason) {
        lastMessage.clear();
        Messages.writeRemoved(lastMessage, reason);
        endSeat(seat);
    }

    private void endSeat(Seat seat) {
        Peer peer = seat.peer();
        if (seat.state() != Seat.State.ACTIVE) {
            hashes.leaves(seat.player());
        }
        seat.abandon();
        if (peer != null) {
            peer.seat(null);
            end(peer);
        }
        paused(pausedBy & ~(seat.bit() & 0xFFFF_FFFFL));
    }

    private void end(Peer peer) {
        lastMessage.flip();
        peer.end(lastMessage, now);
    }

    @Override
    public void wrong(int player, long tick, long hash, long rightHash, int witness) {
        Seat seat = seats[player];
        if (seat.peer() == null) {
            return;
        }
        if (seats[witness].peer() != null) {
            Messages.writeDump(begin(), tick, player, hash);
            send(seats[witness].peer());
        }
        lateJoins.wrongWorld(seat);
        lastMessage.clear();
        Messages.writeDesync(lastMessage, tick, hash, rightHash);
        endSeat(seat);
    }

    @Override
    public void right(int player, long tick) {
        seats[player].verified();
    }

    @Override
    public boolean isHost(int player) {
        return seats[player].isHost();
    }

    @Override
    public void missing(int player, long tick) {
        if (seats[player].isActive()) {
            remove(seats[player], "player " + player + " sent no hash of tick " + tick);
        }
    }

    // What happens with time.

    /** Does all that is due. */
    public void onTime() {
        waits.check();
        if (!started && allReady()) {
            start();
        }
        lateJoins.onTime();
        while (emit()) {
            lateJoins.onTime();
        }
        if (now - evaluatedNanos >= EVALUATION_NANOS) {
            evaluate();
        }
    }

    private boolean allReady() {
        for (Seat seat : seats) {
            if (seat.state() != Seat.State.WAITING || !seat.isReady()) {
                return false;
            }
        }
        return true;
    }

    private void start() {
        started = true;
        long roundTrip = 0;
        for (Seat seat : seats) {
            seat.state(Seat.State.ENTERING);
            roundTrip = Math.max(roundTrip, seat.peer().link().roundTripNanos());
        }
        delay.start(roundTrip);
        time.start(now);
        time.nextDue(rules.dueNanos(1));
        paceNanos = now;
        evaluatedNanos = now;
    }

    private boolean emit() {
        long tick = newest + 1;
        if (!isDue() || now < paceNanos || waits.missing(tick) != 0 || activePlayers() == 0 && !anyChanges()) {
            return false;
        }
        newest = tick;
        applyControls(tick, delay.next());
        ByteBuffer frame =
                frames.write(tick, time.matchNanos(), rate(), (float) speed.speed(), delay.delay(), hashes.agreed());
        log.append(frame);
        frame.rewind();
        hashes.begin(tick, activePlayers());
        boolean onTime = time.matchNanos() - rules.dueNanos(tick) < rules.periodNanos() / 2;
        inputTimes.emitted(tick, delay.delay(), now, onTime);
        for (Seat seat : seats) {
            if (seat.isActive()) {
                seat.peer().send(frame);
            }
        }
        time.nextDue(rules.dueNanos(tick + 1));
        pace();
        return true;
    }

    /** Whether a player enters or leaves with the next tick. */
    private boolean anyChanges() {
        for (Seat seat : seats) {
            if (seat.state() == Seat.State.ENTERING || seat.state() == Seat.State.LEAVING) {
                return true;
            }
        }
        return false;
    }

    private void applyControls(long tick, int delayTicks) {
        frames.begin();
        for (Seat seat : seats) {
            if (seat.state() == Seat.State.LEAVING) {
                seat.state(Seat.State.EMPTY);
                hashes.leaves(seat.player());
                frames.control(Frame.LEFT, seat.player());
            } else if (seat.state() == Seat.State.ENTERING && lateJoins.hasAll(seat)) {
                seat.activate(tick, delayTicks);
                frames.control(Frame.JOINED, seat.player());
            }
        }
        int donor = lateJoins.save(tick);
        if (donor >= 0) {
            frames.control(Frame.SAVE, donor);
        }
    }

    /** Bounds how fast frames follow each other after a wait. */
    private void pace() {
        long gap = (long) (realPeriodNanos() / rules.catchUpSpeed());
        paceNanos = Math.max(paceNanos, now - 5_000_000) + gap;
    }

    private void evaluate() {
        long since = Math.min(now - evaluatedNanos, 2 * EVALUATION_NANOS);
        evaluatedNanos = now;
        slowPlayers.check(since, scaleFactor());
        if (evaluatedTick == newest) {
            return;
        }
        evaluatedTick = newest;
        delay.evaluate(realPeriodNanos());
        double factor = scaleFactor();
        int slowBefore = speed.slowPlayer();
        speed.begin();
        for (Seat seat : seats) {
            if (seat.isActive()) {
                speed.player(seat.player(), seat.stepNanos(), seat.lateNanos(), seat.lateGrowth(now), factor);
            }
        }
        speed.inputs(delay.sustainedNanos(), factor);
        if (speed.end(now, since, factor) || speed.slowPlayer() != slowBefore) {
            rateChanged();
        }
    }

    private double scaleFactor() {
        return (double) scale.numerator() / scale.denominator();
    }

    /** Returns when {@link #onTime} must be called again at the latest. */
    public long nextTime() {
        long next = now + 50_000_000;
        if (started) {
            long due = Math.max(time.realNanos(rules.dueNanos(newest + 1)), paceNanos);
            next = due > now ? Math.min(next, due) : next;
        }
        return next;
    }

    // Sending.

    /** Returns the buffer for the next message, empty. */
    ByteBuffer begin() {
        return message.clear();
    }

    void send(Peer peer) {
        peer.send(message.flip());
    }

    void broadcast() {
        message.flip();
        for (Seat seat : seats) {
            if (seat.peer() != null) {
                seat.peer().send(message);
            }
        }
    }
}
