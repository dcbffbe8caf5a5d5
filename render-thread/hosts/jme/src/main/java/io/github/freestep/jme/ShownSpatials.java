package io.github.freestep.jme;

import com.jme3.bullet.collision.PhysicsCollisionObject;
import com.jme3.bullet.control.AbstractPhysicsControl;
import com.jme3.bullet.control.BetterCharacterControl;
import com.jme3.bullet.control.CharacterControl;
import com.jme3.math.Quaternion;
import com.jme3.math.Transform;
import com.jme3.math.Vector3f;
import com.jme3.scene.Node;
import com.jme3.scene.Spatial;
import io.github.freestep.smooth.Smooth;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.joml.Quaternionf;

/** Moves spatials to where the frame shows their bodies. For the game's thread. */
final class ShownSpatials {
    private final Map<PhysicsCollisionObject, Shown> known = new IdentityHashMap<>();
    private final List<Shown> all = new ArrayList<>();
    private final Smooth<PhysicsCollisionObject> smooth;
    private final org.joml.Vector3f position = new org.joml.Vector3f();
    private final Quaternionf orientation = new Quaternionf();
    private final Transform at = new Transform();
    private final Quaternion inverse = new Quaternion();

    /** Whether a frame was begun. */
    boolean hasFrame;

    ShownSpatials(Smooth<PhysicsCollisionObject> smooth) {
        this.smooth = smooth;
    }

    void forEach(Consumer<PhysicsCollisionObject> action) {
        all.forEach(each -> action.accept(each.body));
    }

    boolean has(PhysicsCollisionObject body) {
        return known.containsKey(body);
    }

    void add(PhysicsCollisionObject body) {
        smooth.add(body);
        Shown added = new Shown(body);
        known.put(body, added);
        added.index = all.size();
        all.add(added);
    }

    void remove(PhysicsCollisionObject body) {
        smooth.remove(body);
        Shown removed = known.remove(body);
        Shown last = all.remove(all.size() - 1);
        if (last != removed) {
            last.index = removed.index;
            all.set(last.index, last);
        }
    }

    /** Begins the game's frame, whose controls then move their spatials. */
    void begin() {
        hasFrame = true;
        all.forEach(each -> each.isMoved = false);
    }

    Transform pose(PhysicsCollisionObject body, Transform into) {
        if (!hasFrame || !has(body)) {
            body.getPhysicsLocation(into.getTranslation());
            body.getPhysicsRotation(into.getRotation());
        } else {
            smooth.position(body, position);
            smooth.orientation(body, orientation);
            into.getTranslation().set(position.x, position.y, position.z);
            into.getRotation().set(orientation.x, orientation.y, orientation.z, orientation.w);
        }
        return into.setScale(1);
    }

    /** Moves a spatial, and remembers it for frames without the game. */
    void move(PhysicsCollisionObject body, Spatial spatial, boolean isLocal, boolean isTurned) {
        Shown each = known.get(body);
        each.spatial = spatial;
        each.isLocal = isLocal;
        each.isTurned = isTurned;
        each.isMoved = true;
        move(each);
    }

    private void move(Shown each) {
        pose(each.body, at);
        Vector3f place = at.getTranslation();
        Quaternion turned = at.getRotation();
        Node parent = each.spatial.getParent();
        if (!each.isLocal && parent != null) {
            inverse.set(parent.getWorldRotation()).inverseLocal();
            inverse.multLocal(place.subtractLocal(parent.getWorldTranslation()));
            place.divideLocal(parent.getWorldScale());
            inverse.mult(turned, turned);
        }
        each.spatial.setLocalTranslation(place);
        if (each.isTurned) {
            each.spatial.setLocalRotation(turned);
        }
    }

    /** Moves the spatials of characters, whose controls have just put them at the newest place. */
    boolean moveCharacters() {
        boolean isAny = false;
        for (int i = 0; i < all.size(); i++) {
            PhysicsCollisionObject body = all.get(i).body;
            if (body.getUserObject() instanceof Spatial spatial) {
                CharacterControl walker = spatial.getControl(CharacterControl.class);
                BetterCharacterControl better = spatial.getControl(BetterCharacterControl.class);
                AbstractPhysicsControl mover = walker != null && walker.getCharacter() == body
                        ? walker
                        : better != null && better.getRigidBody() == body ? better : null;
                if (mover != null && mover.isEnabled()) {
                    isAny = true;
                    move(body, spatial, mover.isApplyPhysicsLocal(), false);
                }
            }
        }
        return isAny;
    }

    /** Moves what the game's last frame has moved, without a call of Bullet, because a step is running. */
    void moveAgain() {
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).isMoved) {
                move(all.get(i));
            }
        }
    }

    private static final class Shown {
        final PhysicsCollisionObject body;
        int index;
        Spatial spatial;
        boolean isLocal;
        boolean isTurned;
        boolean isMoved;

        Shown(PhysicsCollisionObject body) {
            this.body = body;
        }
    }
}
