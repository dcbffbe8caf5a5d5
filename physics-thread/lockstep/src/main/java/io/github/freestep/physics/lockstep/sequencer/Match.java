package io.github.freestep.physics.lockstep.sequencer;

import io.github.freestep.net.link.DroppedPlayers;
import io.github.freestep.net.link.InvalidMessageException;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.lockstep.link.Messages;
import io.github.freestep.physics.lockstep.link.WorldParts;
import io.github.freestep.physics.lockstep.sequencer.PlayerPlace.State;
import io.github.freestep.physics.saves.content.SavedParts;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The state of a match at the sequencer: who takes part, what time it is, and what belongs to which tick. The rules of
 * this package decide; this class gives them what they need, and applies what they have decided.
 */
public final class Match implements HashBook.Verdicts {
    /** How long it takes, after a time in which no peer could be heard, to read the inputs that arrived during it. */
    private static final long DEAF_NANOS = 50_000_000;

    private static final long EVALUATION_NANOS = DelayControl.BUCKET_NANOS;

    /** A player who is behind by at most this, besides its input delay, has caught up. */
    private static final long CAUGHT_UP_NANOS = 150_000_000;

    final MatchRules rules;
    final PlayerPlace[] places;
    final MatchTime time;
    private final HashBook hashes;
    private final FrameLog log;
    private final FrameWriter frames;
    private final Waits waits;
    private final WorldRequest worlds;
    private @Nullable Comparison comparison;

    /** The numbers of players whom the server has removed, and whom tokens tell from others. */
    private final DroppedPlayers removed = new DroppedPlayers();

    private final ByteBuffer message = ByteBuffer.allocate(2 * Messages.MAX_CHUNK);

    /** The time of the newest {@link #advance}. */
    long now;

    private long hearsNanos = Long.MIN_VALUE;
    private long newest;
    private long paceNanos;
    /**
     * From when on the match has lost time at normal speed because the next tick has no frame. Before that, the others
     * do not wait: a match that catches up, or has a higher time scale, needs each input sooner.
     */
    private long slowNanos;

    private long evaluatedNanos;
    private long evaluatedTick;
    private @Nullable MatchStatus status;

    /** Creates a match. */
    public Match(MatchRules rules) {
        this.rules = rules;
        places = new PlayerPlace[rules.players];
        Arrays.setAll(places, player -> new PlayerPlace(player, rules));
        time = new MatchTime(rules);
        hashes = new HashBook(rules, this);
        log = new FrameLog(rules.history);
        frames = new FrameWriter(places);
        waits = new Waits(rules);
        worlds = new WorldRequest(rules);
    }

    /** Returns how the match stands: the same object until a value changes. */
    public MatchStatus status() {
        MatchStatus now = new MatchStatus(
                newest,
                Integer.bitCount(activePlayers()),
                waits.awaited,
                greatestDelay(),
                time.isPaused,
                hashes.agreed);
        status = now.equals(status) ? status : now;
        return status;
    }

    private int activePlayers() {
        return bits(PlayerPlace::isActive);
    }

    /** Returns bit p for each player p whose place is such. */
    private int bits(Predicate<PlayerPlace> isSuch) {
        int bits = 0;
        for (PlayerPlace place : places) {
            bits |= isSuch.test(place) ? place.bit() : 0;
        }
        return bits;
    }

    /** Returns the greatest input delay of a player who takes part. */
    private int greatestDelay() {
        int greatest = rules.minDelay;
        for (PlayerPlace place : places) {
            greatest = place.isActive() ? Math.max(greatest, place.delay.delay) : greatest;
        }
        return greatest;
    }

    /** Returns the delay with which a player begins to take part. Its inputs have not been measured yet. */
    private int firstDelay(PlayerPlace place) {
        return place.delay.first(place.peer.link.roundTripNanos(), time.realPeriodNanos());
    }

    /** Whether the next tick is due. */
    private boolean isDue() {
        return time.runs && time.matchNanos >= rules.dueNanos(newest + 1);
    }

    /** Does not count the lateness of the inputs that arrived during a time in which no peer could be heard. */
    void wasDeaf() {
        hearsNanos = now + DEAF_NANOS;
    }

    public void advance(long nowNanos) {
        now = nowNanos;
        time.advance(nowNanos);
    }

    // What peers ask for.

    /** Refuses a peer whom the server has removed before, and returns false. */
    boolean mayPlay(Peer peer) {
        boolean may = !removed.contains(peer.account);
        if (!may) {
            refuse(peer, "the server has removed this player; ask its operator");
        }
        return may;
    }

    /**
     * Refuses a peer whose world does not compute the bits of all players, and returns false. A host player decides
     * before the start: players who differ from it are removed instead. The player whose place the peer asks for may be
     * gone.
     */
    boolean computesAlike(Peer peer) {
        boolean decides = peer.isHost && !time.runs;
        for (PlayerPlace place : places) {
            if (differs(place, peer) && place.player != peer.request().player() && (place.isHost() || !decides)) {
                refuse(peer, difference("player " + place.player, place.peer, peer));
                return false;
            }
        }
        for (PlayerPlace place : places) {
            if (decides && differs(place, peer) && !place.isHost()) {
                remove(place, difference("the host", peer, place.peer));
            }
        }
        return true;
    }

    private static boolean differs(PlayerPlace place, Peer peer) {
        return place.peer != null
                && !place.peer.request().computedBy().equals(peer.request().computedBy());
    }

    private static String difference(String who, Peer right, Peer wrong) {
        return "the world of " + who + " is computed by \"" + right.request().computedBy()
                + "\", and that of this player by \"" + wrong.request().computedBy()
                + "\"; all players need the same engine, version and family of processors";
    }

    void admit(Peer peer, PlayerPlace place) {
        hashes.joins(place.player);
        if (time.runs) {
            beginLateJoin(peer, place);
        } else {
            place.take(peer, null);
            welcome(place, Messages.Start.FRESH);
        }
    }

    private void welcome(PlayerPlace place, Messages.Start start) {
        Messages.writeWelcome(begin(), place.player, start, newest);
        send(place.peer);
        time.write(begin());
        send(place.peer);
    }

    void input(PlayerPlace place, long tick, ByteBuffer body) throws InvalidMessageException {
        place.input(tick, body, newest, now);
        if (now >= hearsNanos) {
            place.delay.sample(tick, now);
        }
    }

    void hash(PlayerPlace place, long tick, long hash) throws InvalidMessageException {
        hashes.hash(place.player, tick, hash);
        place.steppedTick = Math.max(place.steppedTick, tick);
    }

    void status(PlayerPlace place, long tick) throws InvalidMessageException {
        if (tick < place.steppedTick || tick > newest) {
            throw new InvalidMessageException(
                    "a status must have a tick from " + place.steppedTick + " to " + newest + ", had tick " + tick);
        }
        place.steppedTick = tick;
    }

    /** Says to a peer that waits for a place whether the match is paused, because no place comes free in a pause. */
    void announcePause(Peer peer) {
        if (peer.knowsPause != time.isPaused) {
            peer.knowsPause = time.isPaused;
            time.write(begin());
            send(peer);
        }
    }

    /** Removes a player for the process of the sequencer. */
    void keepOut(int player) {
        Peer peer = places[player].peer;
        if (peer != null) {
            if (peer.account != 0) {
                removed.add(peer.account);
            }
            remove(places[player], "the server removed player " + player);
        }
    }

    void leave(PlayerPlace place, boolean failed) {
        if (failed) {
            blameWorld(place);
        }
        remove(place, "player " + place.player + " left");
    }

    void world(PlayerPlace place, long tick, int total, int offset, ByteBuffer part) throws InvalidMessageException {
        if (offset == 0) {
            place.waited.endSave(now);
        }
        if (!worlds.add(place.player, tick, newest, total, offset, part, now)) {
            removeWaiting("the saved world has " + total + " bytes, and at most " + rules.history + " are allowed");
        }
    }

    /** Removes the players who wait for a saved world. */
    private void removeWaiting(String reason) {
        for (PlayerPlace place : places) {
            if (place.state == State.WAITING_FOR_WORLD) {
                remove(place, reason);
            }
        }
    }

    // How peers leave.

    /** Ends the connection of a peer that has sent something invalid. */
    void punish(Peer peer, String reason) {
        if (peer.hasPlace()) {
            remove(places[peer.player], reason);
        } else {
            refuse(peer, reason);
        }
    }

    /** Ends the connection of a peer without a place, for a reason. */
    void refuse(Peer peer, String reason) {
        Messages.writeEnded(begin(), reason);
        peer.end(message.flip(), now);
    }

    /** Takes a player out of the match: at the next tick, if the player takes part. */
    void remove(PlayerPlace place, String reason) {
        Peer peer = free(place);
        if (peer != null) {
            refuse(peer, reason);
        }
    }

    /** Frees a place, and returns the peer that had it. This may lead to verdicts on others, which send messages. */
    private @Nullable Peer free(PlayerPlace place) {
        Peer peer = place.peer;
        waits.gone.takeOver(place.waited, now);
        if (!place.isActive()) {
            hashes.leaves(place.player);
        }
        place.abandon();
        return peer;
    }

    @Override
    public void wrong(int player, long tick, int right) {
        PlayerPlace place = places[player];
        if (place.peer != null) {
            // One who only joins may send any hash, so that says nothing about the match of the others.
            boolean tookPart = place.isActive();
            blameWorld(place);
            Peer peer = free(place);
            // A peer sends one thing at a time, so its values would cut off a world that it sends for a joining player.
            if (tookPart && comparison == null && worlds.needed() == Long.MAX_VALUE && places[right].isActive()) {
                comparison = new Comparison(tick, peer, player, places[right].peer, right, now);
                Messages.writeSave(begin(), Messages.VALUES);
                send(peer);
                places[right].peer.send(message);
            } else {
                differs(peer, tick, SavedParts.UNKNOWN, tookPart);
            }
        }
    }

    /** Ends the match of a peer whose state differs, and says what differs, to the others only if it took part. */
    private void differs(Peer peer, long tick, String what, boolean tookPart) {
        Messages.writeDiffered(begin(), tick, what);
        send(peer);
        String why = "the state of tick " + tick + " differs from that of the other players: " + what + "; ";
        refuse(peer, why + Messages.JOIN_AGAIN);
        if (tookPart) {
            Messages.writeDiffered(begin(), tick, what);
            broadcast();
        }
    }

    private void endComparison() {
        String what = comparison == null ? null : comparison.what(now);
        if (what != null) {
            differs(comparison.wrong(), comparison.tick(), what, true);
            comparison.right().values = null;
            comparison = null;
        }
    }

    @Override
    public void right(int player, long tick) {
        LateJoin join = places[player].join;
        if (join != null) {
            join.isVerified = true;
        }
    }

    @Override
    public int hosts() {
        return bits(PlayerPlace::isHost);
    }

    @Override
    public void missing(int player, long tick) {
        if (places[player].isActive()) {
            remove(places[player], "player " + player + " sent no hash of tick " + tick);
        }
    }

    // What happens with time.

    /** Does all that is due. */
    public void onTime() {
        checkWaits();
        endComparison();
        if (!time.runs && allReady()) {
            start();
        }
        if (now - evaluatedNanos >= EVALUATION_NANOS) {
            evaluate();
        }
        do {
            sendToJoining();
        } while (emit());
    }

    private void checkWaits() {
        if (time.runs) {
            waits.check(places, isDue() && !time.isPaused ? newest + 1 : Waits.NONE_DUE, now >= slowNanos, now);
        } else {
            waits.checkStart(places, now);
        }
        for (PlayerPlace place : places) {
            String problem = waits.problem(place, now);
            if (problem != null) {
                remove(place, problem);
            }
        }
        if (time.apply(newest)) {
            slowNanos = Math.min(slowNanos, now + MatchTime.MAX_LATE_NANOS + rules.periodNanos());
            time.write(begin());
            broadcast();
        }
        if (waits.reports) {
            Messages.writeWaiting(begin(), newest + 1, waits.awaited, waits.nanos);
            broadcast();
        }
    }

    /** Returns whether enough players have joined, and all who have are ready. */
    private boolean allReady() {
        int ready = Integer.bitCount(bits(place -> place.state == State.READY));
        return ready >= rules.minPlayers && bits(place -> place.state == State.WAITING) == 0;
    }

    private void start() {
        for (PlayerPlace place : places) {
            if (place.state == State.READY) {
                place.state = State.ENTERING;
            }
        }
        time.start(now);
        time.nextDue(rules.dueNanos(1));
    }

    private boolean emit() {
        long tick = newest + 1;
        if (!isDue()
                || now < paceNanos
                || Waits.missing(places, tick) != 0
                || bits(place -> place.isActive() || place.state == State.ENTERING || place.state == State.LEAVING)
                        == 0) {
            return false;
        }
        newest = tick;
        applyControls(tick);
        long lateNanos = time.matchNanos - rules.dueNanos(tick);
        ByteBuffer frame = frames.write(tick, lateNanos, time.rate(), greatestDelay(), hashes.agreed);
        log.append(tick, frame, neededFrames());
        frame.rewind();
        hashes.begin(tick, activePlayers());
        for (PlayerPlace place : places) {
            if (place.isActive()) {
                frames.delay(place.delay.next(tick, now));
                place.peer.send(frame);
            }
        }
        time.nextDue(rules.dueNanos(tick + 1));
        pace();
        return true;
    }

    /** Returns the oldest tick whose frame a joining player still needs; {@link Long#MAX_VALUE} if none does. */
    private long neededFrames() {
        long needed = worlds.needed();
        for (PlayerPlace place : places) {
            needed = place.join == null ? needed : Math.min(needed, place.join.next);
        }
        return needed;
    }

    private void applyControls(long tick) {
        for (PlayerPlace place : places) {
            if (place.state == State.LEAVING) {
                place.state = State.EMPTY;
                hashes.leaves(place.player);
                frames.leaving |= place.bit();
            } else if (place.state == State.ENTERING) {
                // A place becomes ENTERING only after all frames were sent, and sendToJoining runs before each emit.
                place.activate(tick, firstDelay(place));
                frames.joining |= place.bit();
            }
        }
    }

    /** Bounds how fast frames follow each other after a wait, and notes what time is made up for. */
    private void pace() {
        long gap = (long) (time.realPeriodNanos() / MatchRules.CATCH_UP_SPEED);
        paceNanos = Math.max(paceNanos, now - 5_000_000) + gap;
        long period = Math.max(rules.periodNanos(), time.realPeriodNanos());
        slowNanos = Math.min(Math.max(slowNanos, now), now + MatchTime.MAX_LATE_NANOS) + period;
    }

    private void evaluate() {
        evaluatedNanos = now;
        if (evaluatedTick == newest) {
            return;
        }
        evaluatedTick = newest;
        for (PlayerPlace place : places) {
            if (place.isActive()) {
                Peer peer = place.peer;
                double lost = peer == null ? 0 : peer.link.lostShare();
                place.delay.evaluate(time.realPeriodNanos(), lost);
            }
        }
    }

    /** Returns when {@link #onTime} must be called again at the latest. */
    public long nextTime() {
        long next = now + 50_000_000;
        if (time.runs) {
            long due = Math.max(time.realNanos(rules.dueNanos(newest + 1)), paceNanos);
            next = due > now ? Math.min(next, due) : next;
            next = slowNanos > now ? Math.min(next, slowNanos) : next;
        }
        return next;
    }

    // How players join a running match.

    private void beginLateJoin(Peer peer, PlayerPlace place) {
        if (!peer.request().exact()) {
            refuse(
                    peer,
                    "the match is at tick " + newest
                            + ", and a player can join a running match only with a world that restores exactly");
            return;
        }
        worlds.forgetWrong(place.player);
        place.take(peer, new LateJoin(rules));
        welcome(place, Messages.Start.WORLD);
    }

    /** If a joining player who fails has begun with a world of another player, counts that world as wrong. */
    private void blameWorld(PlayerPlace place) {
        if (place.isJoining() && place.join.donor != Peer.NO_PLAYER) {
            worlds.countWrong(place.join.donor);
        }
    }

    private void sendToJoining() {
        if (bits(place -> place.state == State.WAITING_FOR_WORLD) != 0) {
            awaitWorld();
        } else {
            worlds.forget();
        }
        for (PlayerPlace place : places) {
            LateJoin join = place.join;
            if (join != null && join.hasBegun()) {
                if (join.send(place.peer, log, message)) {
                    enterIfCaughtUp(place, join);
                }
                checkProgress(place, join);
            }
        }
    }

    private void awaitWorld() {
        if (!worlds.onTime(places, waits.awaited, now)) {
            removeWaiting(
                    "the match can't be joined at tick " + newest + ": no player who takes part can save its world");
        }
        int donor = worlds.ask(places, newest, now);
        if (donor != Peer.NO_PLAYER) {
            places[donor].waited.beginSave(now);
            Messages.writeSave(begin(), newest);
            send(places[donor].peer);
        }
        WorldParts world = worlds.takeWorld();
        for (PlayerPlace place : places) {
            boolean begins = world != null && place.state == State.WAITING_FOR_WORLD;
            if (begins && !log.isLost(world.tick + 1)) {
                place.join.begin(worlds.donor, world);
                place.state = State.JOINING;
            }
        }
    }

    private void enterIfCaughtUp(PlayerPlace place, LateJoin join) {
        boolean trusted = join.isVerified || activePlayers() == 0;
        if (place.state == State.JOINING && hasCaughtUp(place) && trusted && waits.mayEnter(now)) {
            place.state = State.ENTERING;
            if (join.donor != Peer.NO_PLAYER) {
                worlds.forgetWrong(join.donor);
            }
        }
    }

    private boolean hasCaughtUp(PlayerPlace place) {
        long allowed = firstDelay(place) + 1 + CAUGHT_UP_NANOS / time.realPeriodNanos();
        return newest - place.steppedTick <= allowed;
    }

    private void checkProgress(PlayerPlace place, LateJoin join) {
        String problem = join.problem(newest, place.steppedTick, hasCaughtUp(place), now);
        if (problem != null) {
            if (join.blamesWorld(now)) {
                blameWorld(place);
            }
            remove(place, "player " + place.player + " " + problem);
        }
    }

    // Sending.

    /** Returns the buffer for the next message, empty. */
    private ByteBuffer begin() {
        return message.clear();
    }

    private void send(Peer peer) {
        peer.send(message.flip());
    }

    private void broadcast() {
        message.flip();
        for (PlayerPlace place : places) {
            if (place.peer != null) {
                place.peer.send(message);
            }
        }
    }
}
