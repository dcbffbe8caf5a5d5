package io.github.freestep.minestom;

import io.github.freestep.render.Frame;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import net.minestom.server.coordinate.Pos;
import net.minestom.server.coordinate.Vec;
import net.minestom.server.entity.Entity;
import net.minestom.server.entity.EntityType;
import net.minestom.server.entity.Metadata;
import net.minestom.server.entity.MetadataDef;
import net.minestom.server.entity.Player;
import net.minestom.server.entity.metadata.display.BlockDisplayMeta;
import net.minestom.server.instance.Instance;
import net.minestom.server.network.packet.server.play.EntityMetaDataPacket;
import net.minestom.server.network.packet.server.play.EntityPositionSyncPacket;
import org.joml.Quaternionf;
import org.joml.Vector3f;

/**
 * A body as a block that an unmodified client draws. The thread of the game adds and removes it, and another one sends
 * where it is 20 times a second, as often as a client ticks, because the game may tick less often.
 */
final class DisplayedBody extends Entity {
    /**
     * Within how many of its ticks a client moves a display to a new place. With two, the display moves on evenly if a
     * place comes a tick late and the next one in time. That makes the picture one tick older than with one.
     */
    private static final int CLIENT_TICKS = 2;

    final int life;
    private final Vec size;
    private final Map<Player, Shown> shown = Collections.synchronizedMap(new WeakHashMap<>());

    /** What a client knows of the body. */
    private static final class Shown {
        Pos place = Pos.ZERO;
        final Quaternionf turn = new Quaternionf(0, 0, 0, 0);
    }

    DisplayedBody(Instance instance, BodyLook look, Frame frame, int slot) {
        super(EntityType.BLOCK_DISPLAY);
        life = frame.life(slot);
        setNoGravity(true);
        hasPhysics = false;
        setSynchronizationTicks(Integer.MAX_VALUE); // the game sends no places; a sum with its ticks
        Quaternionf turn = frame.orientation(slot, new Quaternionf());
        BlockDisplayMeta meta = (BlockDisplayMeta) getEntityMeta();
        look.set(frame, slot, meta);
        size = meta.getScale();
        meta.setPosRotInterpolationDuration(CLIENT_TICKS);
        meta.setTransformationInterpolationDuration(CLIENT_TICKS);
        meta.setTranslation(corner(turn));
        meta.setLeftRotation(array(turn));
        setInstance(instance, place(frame, slot));
    }

    @Override
    protected void movementTick() {} // would send another place in each tick of the game

    @Override
    public void updateNewViewer(Player player) {
        super.updateNewViewer(player); // sends how the body was turned when it was made
        shown.remove(player); // so the next place is sent in any case
    }

    static Pos place(Frame frame, int slot) {
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
        if (getChunk() != null && getInstance().isChunkLoaded(place)) {
            refreshPosition(place, true, false);
        }
    }

    /** Sends to a player where the body is, if that is not known there. For the thread that shows bodies. */
    void show(BodyViewer viewer, Frame frame, int slot) {
        if (!isViewer(viewer)) {
            return;
        }
        Shown known = shown.computeIfAbsent(viewer, each -> new Shown());
        Pos place = place(frame, slot);
        if (!place.samePoint(known.place)) {
            known.place = place;
            viewer.sendPacket(new EntityPositionSyncPacket(getEntityId(), place, Vec.ZERO, 0, 0, false));
        }
        Quaternionf turn = frame.orientation(slot, new Quaternionf());
        if (!turn.equals(known.turn)) {
            known.turn.set(turn);
            viewer.sendPacket(new EntityMetaDataPacket(
                    getEntityId(),
                    Map.of(
                            // A client begins to turn it when this comes.
                            MetadataDef.Display.INTERPOLATION_DELAY.index(), Metadata.VarInt(0),
                            MetadataDef.Display.TRANSLATION.index(), Metadata.Vector3(corner(turn)),
                            MetadataDef.Display.ROTATION_LEFT.index(), Metadata.Quaternion(array(turn)))));
        }
    }
}
