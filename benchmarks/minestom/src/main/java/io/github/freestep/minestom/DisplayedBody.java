package io.github.freestep.minestom;

import io.github.freestep.render.Frame;
import java.util.Map;
import net.minestom.server.coordinate.Pos;
import net.minestom.server.coordinate.Vec;
import net.minestom.server.entity.Entity;
import net.minestom.server.entity.EntityType;
import net.minestom.server.entity.Metadata;
import net.minestom.server.entity.MetadataDef;
import net.minestom.server.entity.Player;
import net.minestom.server.entity.metadata.display.BlockDisplayMeta;
import net.minestom.server.instance.Instance;
import net.minestom.server.instance.block.Block;
import net.minestom.server.network.packet.server.play.EntityMetaDataPacket;
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
    private final Entity entity;
    private final Vec size;

    DisplayedBody(Instance instance, Frame frame, int slot) {
        life = frame.life(slot);
        entity = new Entity(EntityType.BLOCK_DISPLAY) {
            @Override
            protected void movementTick() {} // would send another place in each tick of the game

            @Override
            public void updateNewViewer(Player player) {
                super.updateNewViewer(player); // sends how the body was turned when it was made
                if (player instanceof Viewer viewer) {
                    viewer.forget(slot);
                }
            }
        };
        size = slot == Crates.FERRY ? new Vec(3, 0.5, 3) : Vec.ONE;
        entity.setNoGravity(true);
        entity.setHasPhysics(false);
        entity.setSynchronizationTicks(Integer.MAX_VALUE); // the game sends no places; a sum with its ticks
        Quaternionf turn = frame.orientation(slot, new Quaternionf());
        entity.editEntityMeta(BlockDisplayMeta.class, meta -> {
            meta.setBlockState(slot == Crates.FERRY ? Block.OAK_PLANKS : Block.BARREL);
            meta.setScale(size);
            meta.setPosRotInterpolationDuration(CLIENT_TICKS);
            meta.setTransformationInterpolationDuration(CLIENT_TICKS);
            meta.setTranslation(corner(turn));
            meta.setLeftRotation(array(turn));
        });
        entity.setInstance(instance, place(frame, slot));
    }

    private static Pos place(Frame frame, int slot) {
        return new Pos(frame.x()[slot], frame.y()[slot], frame.z()[slot]);
    }

    /** A client turns a block about its corner, so the corner has to be where the turned block has it. */
    private Vec corner(Quaternionf turn) {
        Vector3f corner = turn.transform(new Vector3f((float) -size.x(), (float) -size.y(), (float) -size.z()).div(2));
        return new Vec(corner.x, corner.y, corner.z);
    }

    private static float[] array(Quaternionf turn) {
        return new float[] {turn.x, turn.y, turn.z, turn.w};
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

    /** Sends to a player where the body is, if that is not known there. For the thread that shows bodies. */
    void show(Viewer viewer, Frame frame, int slot) {
        if (!entity.isViewer(viewer)) {
            return;
        }
        Viewer.Shown shown = viewer.shown(slot, this);
        Pos place = place(frame, slot);
        if (!place.samePoint(shown.place)) {
            shown.place = place;
            viewer.sendPacket(new EntityPositionSyncPacket(entity.getEntityId(), place, Vec.ZERO, 0, 0, false));
        }
        Quaternionf turn = frame.orientation(slot, new Quaternionf());
        if (!turn.equals(shown.turn)) {
            shown.turn.set(turn);
            viewer.sendPacket(new EntityMetaDataPacket(
                    entity.getEntityId(),
                    Map.of(
                            // A client begins to turn it when this comes.
                            MetadataDef.Display.INTERPOLATION_DELAY.index(), Metadata.VarInt(0),
                            MetadataDef.Display.TRANSLATION.index(), Metadata.Vector3(corner(turn)),
                            MetadataDef.Display.ROTATION_LEFT.index(), Metadata.Quaternion(array(turn)))));
        }
    }

    int entity() {
        return entity.getEntityId();
    }

    void remove() {
        entity.remove();
    }
}
