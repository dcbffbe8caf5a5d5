package io.github.freestep.physics.lockstep.sequencer;

import io.github.freestep.physics.lockstep.link.InputBody;
import io.github.freestep.physics.lockstep.link.InvalidMessageException;
import io.github.freestep.physics.lockstep.link.MatchRules;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** The place of one player in the match, and its inputs that were not yet used. */
final class Seat {
    /** What the player does. */
    enum State {
        /** The place is free. */
        EMPTY,
        /** Waits for the start of the match. */
        WAITING,
        /** Waits for a saved world. */
        WAITING_FOR_WORLD,
        /** Receives what has happened so far, and computes it. */
        JOINING,
        /** Takes part from the next tick on. */
        ENTERING,
        /** Takes part. */
        ACTIVE,
        /** Took part, and leaves at the next tick. */
        LEAVING
    }

    private static final long LATE_SPAN_NANOS = 500_000_000;

    private static final class Slot {
        private byte[] bytes = {};
        private int length;
        private long tick = -1;
    }

    private final int player;
    private final MatchRules rules;
    private final Slot[] slots;

    private State state = State.EMPTY;
    private @Nullable Peer peer;
    private boolean ready;
    private long firstInput;
    private long nextInput;

    private long statusTick;
    private long stepNanos;
    private double lateNanos;
    private double lateBefore;
    private double lateGrowth;
    private long lateSinceNanos;
    private boolean verified;
    private FrameLog.@Nullable Cursor cursor;
    private int worldOffset;
    private long lastSave;

    private long missingNanos;
    private boolean missing;
    private long waitedNanos;
    private long waitCountedNanos;
    private double tooSlowNanos;
    private boolean isHost;

    Seat(int player, MatchRules rules) {
        this.player = player;
        this.rules = rules;
        slots = new Slot[Integer.highestOneBit(rules.maxDelay() + 2) << 1];
        for (int i = 0; i < slots.length; i++) {
            slots[i] = new Slot();
        }
    }

    int player() {
        return player;
    }

    int bit() {
        return 1 << player;
    }

    State state() {
        return state;
    }

    void state(State next) {
        state = next;
    }

    @Nullable Peer peer() {
        return peer;
    }

    /** Whether the player is in the process of the sequencer. Also true while it leaves. */
    boolean isHost() {
        return isHost && state != State.EMPTY;
    }

    /** Whether the player's input counts. */
    boolean isActive() {
        return state == State.ACTIVE;
    }

    boolean isJoining() {
        return state == State.JOINING || state == State.WAITING_FOR_WORLD;
    }

    void take(Peer by, State next) {
        peer = by;
        state = next;
        ready = false;
        statusTick = 0;
        stepNanos = 0;
        lateNanos = 0;
        lateBefore = 0;
        lateGrowth = 0;
        verified = false;
        cursor = null;
        worldOffset = 0;
        lastSave = -1;
        missing = false;
        waitedNanos = 0;
        tooSlowNanos = 0;
        isHost = by.isHost();
        by.seat(this);
    }

    /** Separates the peer, whose connection has ended. */
    void abandon() {
        peer = null;
        cursor = null;
        state = state == State.ACTIVE ? State.LEAVING : State.EMPTY;
    }

    void ready() {
        ready = true;
    }

    boolean isReady() {
        return ready;
    }

    /** Begins to take part: the first input is for the tick that is sampled at this tick. */
    void activate(long tick, int delay) {
        state = State.ACTIVE;
        firstInput = tick + delay;
        nextInput = firstInput;
        cursor = null;
        missing = false;
        for (Slot slot : slots) {
            slot.tick = -1;
        }
    }

    void input(long tick, ByteBuffer body, long newest, long now) throws InvalidMessageException {
        if (state != State.ACTIVE || tick != nextInput || tick > newest + rules.maxDelay()) {
            throw new InvalidMessageException("the tick of an input must be " + nextInput + ", and at most "
                    + rules.maxDelay() + " above the newest, " + newest + "; was " + tick);
        }
        InputBody.check(body, rules);
        Slot slot = slot(tick);
        if (slot.bytes.length < body.remaining()) {
            slot.bytes = new byte[body.remaining()];
        }
        slot.length = body.remaining();
        slot.tick = tick;
        body.get(slot.bytes, 0, slot.length);
        nextInput++;
        countWait(now);
        missing = false;
    }

    private Slot slot(long tick) {
        return slots[(int) tick & slots.length - 1];
    }

    /** Whether the match cannot step a tick without this player. */
    boolean lacks(long tick) {
        return state == State.ACTIVE && tick >= nextInput;
    }

    boolean hasInput(long tick) {
        return state == State.ACTIVE && tick >= firstInput && slot(tick).tick == tick;
    }

    int inputLength(long tick) {
        return slot(tick).length;
    }

    void putInput(long tick, ByteBuffer to) {
        to.put(slot(tick).bytes, 0, slot(tick).length);
    }

    /** Notes that the match waits for this player. */
    void missing(long now) {
        if (!missing) {
            missing = true;
            missingNanos = now;
            waitCountedNanos = now;
        }
    }

    /** Counts the wait for this player up to now. */
    private void countWait(long now) {
        if (missing) {
            waitedNanos += now - waitCountedNanos;
            waitCountedNanos = now;
        }
    }

    /** Returns how long the match has waited for this player since the last call, in all. */
    long takeWaited(long now) {
        countWait(now);
        long taken = waitedNanos;
        waitedNanos = 0;
        return taken;
    }

    /** Returns how long the match has waited for this player without a break. */
    long missingNanos(long now) {
        return missing ? now - missingNanos : 0;
    }

    /** Adds a time for which the player was too slow, or less than 0, and returns the sum. */
    double tooSlow(double nanos) {
        tooSlowNanos = Math.max(0, tooSlowNanos + nanos);
        return tooSlowNanos;
    }

    void forgive(long nanos) {
        missingNanos += nanos;
        waitCountedNanos += nanos;
    }

    void late(long nanos) {
        lateNanos += (nanos - lateNanos) / 16;
    }

    double lateNanos() {
        return lateNanos;
    }

    /** Returns by how much the player has become later within about the last half second. */
    double lateGrowth(long now) {
        if (now - lateSinceNanos >= LATE_SPAN_NANOS) {
            lateGrowth = lateNanos - lateBefore;
            lateBefore = lateNanos;
            lateSinceNanos = now;
        }
        return lateGrowth;
    }

    void status(long tick, long nanos) {
        statusTick = tick;
        stepNanos = nanos;
    }

    long statusTick() {
        return statusTick;
    }

    long stepNanos() {
        return stepNanos;
    }

    void verified() {
        verified = true;
    }

    boolean isVerified() {
        return verified;
    }

    void cursor(FrameLog.Cursor from) {
        cursor = from;
    }

    FrameLog.@Nullable Cursor cursor() {
        return cursor;
    }

    int worldOffset() {
        return worldOffset;
    }

    void worldOffset(int offset) {
        worldOffset = offset;
    }

    /** Notes the newest tick whose world the player was asked to save. */
    void lastSave(long tick) {
        lastSave = tick;
    }

    long lastSave() {
        return lastSave;
    }
}
