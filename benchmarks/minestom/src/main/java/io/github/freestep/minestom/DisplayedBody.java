package io.github.freestep.minestom;

import io.github.freestep.render.Frame;
import net.minestom.server.coordinate.Pos;
import net.minestom.server.coordinate.Vec;
import net.minestom.server.entity.Entity;
import net.minestom.server.entity.EntityType;
import net.minestom.server.entity.metadata.display.BlockDisplayMeta;
import net.minestom.server.instance.Instance;
import net.minestom.server.instance.block.Block;
import net.minestom.server.network.packet.server.play.EntityPositionSyncPacket;
import org.joml.Quaternionf;
import org.joml.Vector3f;

/**
 * A body as a block that an unmodified client draws. The thread of the game adds and removes it, and another one sends
 * where it is 20 times a second, as often as a client ticks, because the game may tick less often.
 */
final class DisplayedBody {
    /**
     * Within how many of its ticks a client moves a display to a new place. With two, the display moves on evenly if a
     * place comes a tick late and the next one in time. That makes the picture one tick older than with one.
     */
    private static final int CLIENT_TICKS = 2;

    final int life;
    private final Entity entity = new Entity(EntityType.BLOCK_DISPLAY) {
        @Override
        protected void movementTick() {} // would send another place in each tick of the game
    };

    private final Vec size;
    private final Quaternionf turn = new Quaternionf();
    private final Quaternionf shown = new Quaternionf();
    private final Vector3f corner = new Vector3f();
    private Pos sent = Pos.ZERO;

    DisplayedBody(Instance instance, Frame frame, int slot) {
        life = frame.life(slot);
        size = slot == Crates.FERRY ? new Vec(3, 0.5, 3) : Vec.ONE;
        entity.setNoGravity(true);
        entity.setHasPhysics(false);
        entity.setSynchronizationTicks(Integer.MAX_VALUE); // the game sends no places; a sum with its ticks
        turn(frame, slot);
        entity.editEntityMeta(BlockDisplayMeta.class, meta -> {
            meta.setBlockState(slot == Crates.FERRY ? Block.OAK_PLANKS : Block.BARREL);
            meta.setScale(size);
            meta.setPosRotInterpolationDuration(CLIENT_TICKS);
            meta.setTransformationInterpolationDuration(CLIENT_TICKS);
            turn(meta);
        });
        entity.setInstance(instance, place(frame, slot));
    }

    private static Pos place(Frame frame, int slot) {
        return new Pos(frame.x()[slot], frame.y()[slot], frame.z()[slot]);
    }

    /** Takes the orientation, and returns whether it is another one. */
    private boolean turn(Frame frame, int slot) {
        frame.orientation(slot, turn);
        if (turn.equals(shown)) {
            return false;
        }
        shown.set(turn);
        return true;
    }

    /** A client turns a block about its corner, so the corner has to be where the turned block has it. */
    private void turn(BlockDisplayMeta meta) {
        corner.set((float) -size.x() / 2, (float) -size.y() / 2, (float) -size.z() / 2);
        shown.transform(corner);
        meta.setTranslation(new Vec(corner.x, corner.y, corner.z));
        meta.setLeftRotation(new float[] {shown.x, shown.y, shown.z, shown.w});
    }

    /** Moves the game's own entity, by whose place the game chooses who sees it. For the thread of the game. */
    void move(Frame frame, int slot) {
        Pos place = place(frame, slot);
        if (entity.getChunk() != null && entity.getInstance().isChunkLoaded(place)) {
            entity.refreshPosition(place, true, false);
        }
    }

    /** Returns whether the game has removed it, as it does with all entities of a chunk that it unloads. */
    boolean isRemoved() {
        return entity.isRemoved();
    }

    static boolean isInLoadedChunk(Instance instance, Frame frame, int slot) {
        return instance.isChunkLoaded(place(frame, slot));
    }

    /** Sends where the body is, if it has moved. For the thread that shows bodies. */
    void show(Frame frame, int slot) {
        Pos place = place(frame, slot);
        if (!place.samePoint(sent)) {
            sent = place;
            entity.sendPacketToViewers(
                    new EntityPositionSyncPacket(entity.getEntityId(), place, Vec.ZERO, 0, 0, false));
        }
        if (turn(frame, slot)) {
            entity.editEntityMeta(BlockDisplayMeta.class, meta -> {
                meta.setTransformationInterpolationStartDelta(0); // a client begins to turn it when this comes
                turn(meta);
            });
        }
    }

    int entity() {
        return entity.getEntityId();
    }

    void remove() {
        entity.remove();
    }
}
