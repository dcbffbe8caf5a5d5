package io.github.freestep.render.picture;

import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.content.Blocks;
import io.github.freestep.state.content.StateInside;
import java.util.BitSet;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes the poses that a frame shows at a simulation time. It finds the two states around that time and interpolates
 * between them. Bodies that were spawned, removed or teleported in between are not interpolated. If an earlier picture
 * continued motion beyond the newest state, the error of that guess is blended out. For one reader. Once made,
 * it allocates only for the first attached body, and when a renderer first asks for {@link #corrections}.
 *
 * <p>A <i>lazy</i> picture at first makes only positions, because rays and overlaps need no more. It makes orientations
 * and channels in {@link #complete}, from the same two states. The poses of attached bodies and of their parents are
 * whole at once.
 *
 * <p>A picture that <i>defers</i> makes nothing until it is read, because a shader makes it from the states. Once a
 * body was attached, it makes all at once, because the signs of orientations mean nothing from then on.
 */
public final class Picture {
    public final Poses poses;
    public final float[][] stepped;
    public final Presence presence;
    public final Blend blend;
    public final Changes changes;

    /** Null until a state of a window has an attached body. From then on, the sign of an orientation means nothing. */
    private @Nullable Attached attached;

    /** Null until a renderer asks for it. */
    private @Nullable Corrections corrections;

    private final Scattered scattered;
    public final Bracket bracket = new Bracket();
    private final Interpolator interpolator = new Interpolator();

    public int slots;
    public long olderTick;
    public long reachedTick = State.NO_TICK;
    public long newerTick;
    public double alpha;
    public long inputSequence;
    public long inputNanos;

    private final boolean isLazy;

    /** Whether positions are lazy, too. */
    private boolean defers;

    /** Whether the sampler was closed, so that no thread makes what is missing. */
    private boolean isOver;

    /** The blocks of slots whose orientations and channels are those of an earlier picture. */
    public final BitSet deferred;

    /** Whether the two states had breaks when they were shown. A renderer may first ask after they are overwritten. */
    private boolean hasBreaks;

    /** Whether the memory of the two states may have newer ones, so that nothing more can be made from them. */
    private boolean isClosed;

    /** The edition of the newer state of the last picture. Only the newest state of a window gets another edition. */
    private long edition;

    /** Whether the last picture shows what its two states have, without an error that is still blended out. */
    private boolean isExact;

    /** The simulation time of the poses. */
    public long simulationNanos;

    /** The time of the frame for which they were made. */
    private long madeNanos;

    public Picture(StateLayout layout, boolean isLazy, boolean defers) {
        this.isLazy = isLazy;
        this.defers = defers;
        deferred = new BitSet(Blocks.of(layout.capacity()));
        poses = new Poses(layout);
        stepped = new float[layout.steppedChannels().size()][layout.capacity()];
        presence = new Presence(layout.capacity());
        blend = new Blend(layout, poses.relative);
        scattered = new Scattered(layout);
        changes = new Changes(layout.capacity(), scattered);
    }

    /**
     * Compares the last picture with the states of the window, and begins to blend out the difference. The blending
     * counts from the frame of that picture: otherwise an error would stay if every frame began to blend it out again.
     *
     * @param thenNanos the simulation time of the last picture, limited to the time that was reached
     * @param forNanos the wall time over which the error is blended out
     */
    public void correct(StateWindow window, long thenNanos, double forNanos) {
        isExact = false;
        if (thenNanos < window.state(window.size() - 1).simulationNanos()) {
            // The window no longer has the states of that time, so the picture jumps, and no error remains.
            blend.end();
            return;
        }
        bracket.find(window, thenNanos);
        lookForAttached(window);
        blend.begin(madeNanos, forNanos);
        changes.look(bracket.older, bracket.newer, slots);
        int done = 0;
        while (changes.next()) {
            blend.leaveOut(done, changes.from);
            done = changes.to;
            interpolate(blend.error, changes.from, done);
            if (attached != null) {
                blend.alignWith(poses, changes.from, done);
            }
            blend.add(poses, changes.from, done);
        }
        blend.leaveOut(done, slots);
        if (attached != null) {
            attached.correct(bracket, presence);
        }
    }

    /** Moves on to a simulation time. */
    public void show(StateWindow window, long toNanos, long frameNanos) {
        simulationNanos = toNanos;
        madeNanos = frameNanos;
        bracket.find(window, toNanos);
        isClosed = false;
        State reached = bracket.reached();
        slots = Math.max(slots, reached.slots());
        // A frame that shows the same picture again has no body that appears or disappears.
        presence.stay();
        changes.clear();
        // At another origin, all positions must be computed again.
        boolean moves = poses.relative != null && poses.relative.move();
        if (moves || !isMade()) {
            make(window, reached, frameNanos, moves);
        }
        hasBreaks = bracket.hasBreaks();
        if (corrections != null) {
            corrections.follow(bracket, blend, hasBreaks, isSamePair());
        }
        olderTick = bracket.older.tick();
        newerTick = bracket.newer.tick();
        edition = StateInside.edition(bracket.newer);
        alpha = bracket.alpha;
        reachedTick = reached.tick();
        inputSequence = reached.inputSequence();
        inputNanos = reached.inputNanos();
    }

    /** Whether the last picture is that of the bracket already, as in a pause. */
    private boolean isMade() {
        return isExact && bracket.alpha == alpha && isSamePair();
    }

    /** Whether the last picture was made of the same two states. */
    private boolean isSamePair() {
        return StateInside.edition(bracket.newer) == edition
                && bracket.older.tick() == olderTick
                && bracket.newer.tick() == newerTick;
    }

    private void make(StateWindow window, State reached, long frameNanos, boolean movesOrigin) {
        if (bracket.outOfReach) {
            blend.stay(frameNanos);
        }
        blend.advance(frameNanos);
        lookForAttached(window);
        if (attached != null) {
            attached.begin(bracket);
        }
        changes.look(window, bracket.older, bracket.newer, slots);
        makeChanges(reached, movesOrigin);
        if (movesOrigin) {
            moveResting(slots);
            changes.all();
        }
        if (defers && attached != null) {
            makeDeferred();
        } else if (!defers && scattered.count > 0) {
            updateScattered(reached);
        }
        compose(changes);
        presence.noteReached(reached);
        isExact = blend.left() == 0;
    }

    /** Makes the blocks in which many bodies need work, and lists the bodies of the others. */
    private void makeChanges(State reached, boolean movesOrigin) {
        scattered.clear();
        boolean epochs = presence.differsFrom(reached);
        while (changes.change(blend)) {
            if (movesOrigin) {
                // In a part of single bodies, most bodies rest, so all are moved here. Those that changed are computed
                // after the loop.
                moveResting(changes.isScattered ? changes.to : changes.from);
            }
            if (epochs) {
                presence.reach(reached, blend, changes.from, changes.to);
            }
            if (defers) {
                defer(changes.from, changes.to);
            } else if (!changes.isScattered && isLazy) {
                place(reached, changes.from, changes.to);
            } else if (!changes.isScattered) {
                update(reached, changes.from, changes.to);
            }
        }
    }

    /** Notes whether a state of the window has attached bodies, although the picture may skip that state. */
    private void lookForAttached(StateWindow window) {
        for (int age = 0; age < window.size() && attached == null; age++) {
            if (StateInside.attachments(window.state(age)).count() > 0) {
                attached = new Attached(poses, blend);
                if (defers && !deferred.isEmpty()) {
                    // The signs of the last picture's orientations are not known.
                    blend.end();
                }
            }
        }
    }

    private void compose(@Nullable Changes of) {
        if (attached != null) {
            if (isLazy) {
                // Before their children follow.
                attached.completeParents(this);
            }
            attached.compose(of);
        }
    }

    /** The parent of a slot. */
    public int parent(int slot) {
        return attached == null ? State.NO_PARENT : attached.parent(slot);
    }

    /**
     * Computes the positions of bodies that rest, relative to another origin, up to a slot. Both states have the same
     * position of such a body.
     */
    private void moveResting(int to) {
        Objects.requireNonNull(poses.relative)
                .interpolate(bracket.newer, bracket.newer, poses, changes.restsFrom, to, 0);
    }

    /** Updates positions, and notes that all else is to be updated when it is read. */
    private void place(State reached, int from, int to) {
        Interpolator.positions(bracket.older, bracket.newer, poses, from, to, bracket.alpha);
        if (bracket.hasBreaks()) {
            Discontinuities.apply(bracket.older, bracket.newer, reached, poses, from, to);
        }
        defer(from, to);
    }

    private void defer(int from, int to) {
        deferred.set(from / Blocks.SIZE, Blocks.of(to));
    }

    /** Ends the time in which the two states are there as they were. What is still missing stays so. */
    public void close() {
        isClosed = true;
    }

    /**
     * Ends the picture of a sampler that is closed, so that whoever reads poses from then on learns why they are old.
     */
    public void end() {
        isOver = true;
        defers = true;
        defer(0, poses.x.length);
    }

    /** Makes the orientations and channels that are still missing. */
    public void complete() {
        if (!deferred.isEmpty()) {
            requireOpen();
            makeDeferred();
            // The blocks had poses of attached bodies. These are again what they were, so no range has changed.
            compose(null);
        }
    }

    private void makeDeferred() {
        for (int from = deferred.nextSetBit(0); from >= 0; from = deferred.nextSetBit(from)) {
            int to = deferred.nextClearBit(from);
            update(bracket.reached(), from * Blocks.SIZE, Math.min(to * Blocks.SIZE, slots));
            deferred.clear(from, to);
        }
    }

    /** Makes the positions that are still missing. */
    public void completePositions() {
        if (defers) {
            complete();
        }
    }

    /** Makes the position of a body if it is still missing. */
    public void completePosition(int slot) {
        if (defers) {
            complete(slot);
        }
    }

    /** Makes the pose of a body if it is still missing, but not that of the others in its block. */
    public void complete(int slot) {
        boolean missing = slot >= 0 && slot < slots && deferred.get(slot / Blocks.SIZE);
        if (missing && (attached == null || !attached.composes(slot))) {
            requireOpen();
            update(bracket.reached(), slot, slot + 1);
        }
    }

    /** The states of this picture, for a shader that blends them. */
    public Bracket blendable() {
        Corrections.require(bracket);
        if (isClosed) {
            throw new IllegalStateException("the history of this frame was updated since, so its states may be"
                    + " overwritten; upload them before the next update()");
        }
        return bracket;
    }

    /** What a shader lacks for this picture, which has a state. */
    public Corrections corrections() {
        if (corrections == null) {
            corrections = new Corrections();
            corrections.follow(bracket, blend, hasBreaks, false);
        }
        return corrections;
    }

    private void requireOpen() {
        if (isOver) {
            throw new IllegalStateException("the sampler of this frame was closed; read frames of one that is open");
        }
        if (isClosed) {
            throw new IllegalStateException("orientations and channels of this frame were not read before"
                    + " the next update() of its history, so its states may be overwritten; read them before, such as"
                    + " by qx()");
        }
    }

    private void update(State reached, int from, int to) {
        interpolate(poses, from, to);
        blend.apply(poses, from, to);
        for (int channel = 0; channel < stepped.length; channel++) {
            // A copy, because a picture that is kept for several frames outlives the window.
            System.arraycopy(reached.stepped(channel), from, stepped[channel], from, to - from);
        }
    }

    /** Updates single bodies. They have no error, because a block with an error is updated as a whole. */
    private void updateScattered(State reached) {
        scattered.interpolate(interpolator, bracket.older, bracket.newer, poses, bracket.alpha);
        for (int i = 0; bracket.first != null && i < scattered.count; i++) {
            interpolator.bend(bracket, poses, scattered.slots[i], scattered.slots[i] + 1);
        }
        if (bracket.hasBreaks()) {
            Discontinuities.applyScattered(
                    bracket.older, bracket.newer, reached, poses, scattered.slots, scattered.count);
        }
        for (int channel = 0; channel < stepped.length; channel++) {
            scattered.copy(reached.stepped(channel), stepped[channel]);
        }
    }

    private void interpolate(Poses into, int from, int to) {
        interpolator.interpolate(bracket.older, bracket.newer, into, from, to, bracket.alpha);
        interpolator.bend(bracket, into, from, to);
        if (bracket.hasBreaks()) {
            Discontinuities.apply(bracket.older, bracket.newer, bracket.reached(), into, from, to);
        }
    }
}
