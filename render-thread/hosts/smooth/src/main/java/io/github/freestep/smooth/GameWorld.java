package io.github.freestep.smooth;

import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.joml.Vector3f;
import org.joml.Vector4f;
import org.jspecify.annotations.Nullable;

/**
 * The game's world, as Freestep steps it. For the thread that has the world, except where a method says otherwise.
 *
 * <p>A body counts as teleported if its pose before a step differs from that after the last one, because only the game
 * can have moved it in between.
 */
final class GameWorld<B> implements Simulation {
    private final Smooth.Step step;
    private final Smooth.PoseReader<B> reader;
    final int capacity;

    /** What the game has added and removed since the last step, in this order. */
    private final List<SmoothBody<B>> changes = new ArrayList<>();

    /** The bodies of the world by their slot. Only the steps write, and the game also reads beside them. */
    private final AtomicReferenceArray<@Nullable SmoothBody<B>> bySlot;

    private final Smooth.Pose now = new Smooth.Pose();

    /** One more than the highest slot that was used, as in the states. */
    private int slots;

    private boolean isNew;
    private int checked;

    GameWorld(int capacity, Smooth.Step step, Smooth.PoseReader<B> reader) {
        this.step = Objects.requireNonNull(step, "step must not be null");
        this.reader = Objects.requireNonNull(reader, "reader must not be null");
        this.capacity = capacity;
        bySlot = new AtomicReferenceArray<>(StateLayout.of(capacity).capacity());
    }

    /** Lets the next step add or remove a body. */
    void change(SmoothBody<B> body) {
        changes.add(body);
    }

    /** The body in a slot. Any thread may call it. */
    @Nullable SmoothBody<B> bySlot(int slot) {
        return slot < 0 || slot >= capacity ? null : bySlot.get(slot);
    }

    /** Reads where a body is, and refuses what cannot be shown. */
    Smooth.Pose read(B body, Smooth.Pose into) {
        into.isSet = false;
        reader.read(body, into);
        if (!into.isSet) {
            throw new IllegalStateException("the PoseReader has set no pose for " + body
                    + "; let it call flat or at for each body that was added");
        }
        if (!Float.isFinite(into.distance(into))) {
            Vector3f at = into.position;
            Vector4f turn = into.orientation;
            throw new IllegalStateException("the pose of " + body + " must be finite, was at (" + at.x + ", " + at.y
                    + ", " + at.z + ") with the orientation (" + turn.x + ", " + turn.y + ", " + turn.z + ", " + turn.w
                    + "); look for a division by zero, or for a mass or a force that is infinite, in the last step");
        }
        return into;
    }

    /**
     * Looks whether a body has moved since the last step. If steps were taken since the last call, only code beside
     * them can have moved it. Looks at one body in each call, because reading all of them may take as long as a step.
     *
     * @return a body that has moved; null if none was found
     */
    @Nullable B movedSince() {
        SmoothBody<B> each = isNew && slots > 0 ? bySlot.get(Math.floorMod(checked++, slots)) : null;
        boolean isHere = each != null && !each.isRemoved;
        isNew = false;
        return isHere && read(each.body, now).distance(each.stepped) != 0 ? each.body : null;
    }

    @Override
    public StateLayout layout() {
        return StateLayout.of(capacity);
    }

    @Override
    public void step(Tick tick) {
        apply(tick.bodies());
        markTeleports(tick.bodies());
        step.step(tick.dtSeconds());
        copyPoses();
        isNew = true;
    }

    private void apply(Bodies all) {
        for (int i = 0; i < changes.size(); i++) {
            SmoothBody<B> each = changes.get(i);
            if (each.slot < 0) {
                int slot = all.spawn();
                each.life = all.life(slot);
                each.slot = slot;
                bySlot.set(slot, each);
            } else {
                all.remove(each.slot);
                bySlot.set(each.slot, null);
            }
        }
        changes.clear();
        slots = all.slots();
    }

    private void markTeleports(Bodies all) {
        for (int i = 0; i < slots; i++) {
            SmoothBody<B> each = bySlot.get(i);
            if (each != null && each.isTeleported(read(each.body, now))) {
                all.teleport(i);
            }
        }
    }

    private void copyPoses() {
        for (int i = 0; i < slots; i++) {
            SmoothBody<B> each = bySlot.get(i);
            if (each != null && !each.isRemoved) {
                each.isNews |= read(each.body, now).distance(each.stepped) != 0;
                each.stepped.position.set(now.position);
                each.stepped.orientation.set(now.orientation);
            }
        }
    }

    /** Uses copies, because a step may have removed a body, which must not be read any more. */
    @Override
    public void write(StateWriter state) {
        for (int i = 0; i < slots; i++) {
            SmoothBody<B> each = bySlot.get(i);
            if (each != null && each.isNews) {
                Vector3f at = each.stepped.position;
                Vector4f by = each.stepped.orientation;
                state.position(i, at.x, at.y, at.z);
                state.orientation(i, by.x, by.y, by.z, by.w);
                each.isNews = false;
            }
        }
    }
}
