package io.github.freestep.jme;

import com.jme3.bullet.collision.PhysicsCollisionObject;
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
import org.joml.Quaternionf;

/** Moves spatials to where the frame shows their bodies. For the game's thread. */
final class ShownSpatials {
    private final Map<PhysicsCollisionObject, Shown> known = new IdentityHashMap<>();
    private final List<Shown> all = new ArrayList<>();
    private final List<Shown> moved = new ArrayList<>();
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

    boolean has(PhysicsCollisionObject body) {
        return known.containsKey(body);
    }

    void add(PhysicsCollisionObject body) {
        smooth.add(body);
        Shown added = new Shown(body);
        known.put(body, added);
        all.add(added);
    }

    void remove(PhysicsCollisionObject body) {
        smooth.remove(body);
        Shown removed = known.remove(body);
        all.remove(removed);
        moved.remove(removed);
    }

    /** Begins the game's frame, whose controls then move their spatials. */
    void begin() {
        hasFrame = true;
        moved.forEach(each -> each.isMoved = false);
        moved.clear();
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
        if (!each.isMoved) { // while the state is disabled, controls move without a new frame of the game
            each.isMoved = true;
            moved.add(each);
        }
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
                if (walker != null && walker.getCharacter() == body && walker.isEnabled()) {
                    isAny = true;
                    move(body, spatial, walker.isApplyPhysicsLocal(), false);
                } else if (better != null && better.getRigidBody() == body && better.isEnabled()) {
                    isAny = true;
                    move(body, spatial, better.isApplyPhysicsLocal(), false);
                }
            }
        }
        return isAny;
    }

    /** Moves what the game's last frame has moved, without a call of Bullet, because a step is running. */
    void moveAgain() {
        for (int i = 0; i < moved.size(); i++) {
            move(moved.get(i));
        }
    }

    private static final class Shown {
        final PhysicsCollisionObject body;
        Spatial spatial;
        boolean isLocal;
        boolean isTurned;
        boolean isMoved;

        Shown(PhysicsCollisionObject body) {
            this.body = body;
        }
    }
}
