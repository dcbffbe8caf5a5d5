package io.github.freestep.jme;

import com.jme3.bullet.PhysicsSpace;
import com.jme3.bullet.collision.shapes.BoxCollisionShape;
import com.jme3.bullet.collision.shapes.SphereCollisionShape;
import com.jme3.bullet.control.BetterCharacterControl;
import com.jme3.bullet.control.GhostControl;
import com.jme3.bullet.control.RigidBodyControl;
import com.jme3.bullet.control.VehicleControl;
import com.jme3.bullet.joints.HingeJoint;
import com.jme3.bullet.objects.PhysicsRigidBody;
import com.jme3.math.FastMath;
import com.jme3.math.Vector3f;
import com.jme3.renderer.RenderManager;
import com.jme3.scene.Node;
import java.util.ArrayList;
import java.util.List;

/** Small games as Minie's tutorials describe them, which any state can run. */
final class Games {
    private Games() {}

    /** A ball thrown at boxes that come and go: rays, a collision listener, teleports. */
    static final class Wall extends HandDriven {
        private final List<RigidBodyControl> boxes = new ArrayList<>();
        private RigidBodyControl ball;
        private int hits;
        private int hitsElsewhere;
        private int rays;
        private int rayTests;
        private float smeared;
        private float before;

        @Override
        void build() {
            floor();
            space.addCollisionListener(event -> {
                hits++;
                hitsElsewhere += Thread.currentThread() == gameThread ? 0 : 1;
            });
            ball = body(new RigidBodyControl(new SphereCollisionShape(0.5f), 5), 0, 1, 0);
        }

        @Override
        void afterTick(int tick) {
            if (tick % 5 == 0 && boxes.size() < 30) {
                int n = boxes.size();
                boxes.add(body(new RigidBodyControl(new BoxCollisionShape(0.4f), 1), 5 + n % 3, 1 + n / 3f, 0));
            }
            if (tick % 60 == 0) {
                ball.setLinearVelocity(new Vector3f(20, 2, 0));
            }
            if (tick % 60 == 50) {
                ball.setPhysicsLocation(new Vector3f(0, 1, 0));
                ball.setLinearVelocity(Vector3f.ZERO);
            }
            if (tick % 90 == 0) {
                RigidBodyControl box = boxes.remove(0);
                space.remove(box);
                box.getSpatial().removeFromParent();
            }
            rayTests++;
            rays += space.rayTest(new Vector3f(-50, 10, 9), new Vector3f(-50, -10, 9))
                    .size();
        }

        @Override
        public void simpleUpdate(float tpf) {
            super.simpleUpdate(tpf);
            float x = ball.getSpatial().getWorldTranslation().x;
            smeared = x < before - 1 && x > 0.6f ? x : smeared; // a picture between the two places
            before = x;
        }

        @Override
        void result() {
            see("hits", Math.min(hits, 10), 0);
            see("hits on another thread", hitsElsewhere, 0);
            see("bodies", space.countRigidBodies(), 0);
            see("rays in a tick", rays / (double) rayTests, 0);
            see("teleport smeared", smeared, 0);
        }
    }

    /**
     * A character with a control that moves its spatial, also while the state is disabled now and then. A body that was
     * added before leaves, and comes back.
     */
    static final class Hero extends HandDriven {
        private final Node node = new Node();
        private BetterCharacterControl hero;
        private final PhysicsRigidBody stone = new PhysicsRigidBody(new SphereCollisionShape(1), 1);
        private float offPicture;
        private int frames;

        @Override
        void build() {
            floor();
            stone.setPhysicsLocation(new Vector3f(0, 1, 9));
            space.addCollisionObject(stone);
            hero = new BetterCharacterControl(0.4f, 1.8f, 70);
            node.addControl(hero);
            rootNode.attachChild(node);
            space.add(node);
            hero.warp(new Vector3f(0, 1, 0));
        }

        @Override
        void afterTick(int tick) {
            hero.setWalkDirection(new Vector3f(2, 0, 0));
            if (tick == 60) {
                space.removeCollisionObject(stone);
            } else if (tick == 70) {
                space.addCollisionObject(stone);
            }
            hero.setDucked(tick >= 150 && tick < 200);
            if (tick % 100 == 0) {
                hero.jump();
            }
        }

        @Override
        public void simpleUpdate(float tpf) {
            bullet.setEnabled(++frames % 50 < 45);
            super.simpleUpdate(tpf);
        }

        @Override
        public void simpleRender(RenderManager manager) {
            if (bullet instanceof FreestepBulletState state && state.frame() != null) {
                Vector3f shown = state.shown(hero.getRigidBody(), null).getTranslation();
                offPicture = Math.max(offPicture, shown.distance(node.getWorldTranslation()));
            }
        }

        @Override
        void result() {
            see("x", node.getWorldTranslation().x, 5 * 2 / 60f);
            see("off the picture", offPicture, 1e-6);
            space.remove(node);
        }
    }

    /** A vehicle with wheels. */
    static final class Car extends HandDriven {
        private final Node node = new Node();
        private VehicleControl car;

        @Override
        void build() {
            floor();
            car = car(node);
            node.setLocalTranslation(0, 0.8f, 0);
            space.add(car);
            car.accelerate(2);
            car.steer(FastMath.PI / 30);
        }

        @Override
        void result() {
            Vector3f wheel = car.getWheel(0).getWheelSpatial().getLocalTranslation();
            see("z", node.getWorldTranslation().z, 0.4f);
            see("wheel x", wheel.x, 0.01f);
            see("wheel z", wheel.z, 0.01f);
            see("speed", car.getCurrentVehicleSpeedKmHour(), 0.5f);
        }
    }

    /** A lift that its spatial moves, what rides on it, a body that ticks move, a ghost, and a hinge with a motor. */
    static final class Machines extends HandDriven {
        private final Node lift = new Node();
        private RigidBodyControl rider;
        private PhysicsRigidBody orbit;
        private GhostControl ghost;
        private HingeJoint hinge;
        private float seconds;

        @Override
        void build() {
            floor();
            RigidBodyControl kinematic = new RigidBodyControl(new BoxCollisionShape(1, 0.2f, 1), 1);
            lift.addControl(kinematic);
            lift.setLocalTranslation(0, 0.5f, 0);
            rootNode.attachChild(lift);
            kinematic.setKinematic(true);
            space.add(kinematic);
            rider = body(new RigidBodyControl(new BoxCollisionShape(0.3f), 1), 0, 1.2f, 0);
            rider.setEnableSleep(false);
            ghost = new GhostControl(new BoxCollisionShape(2));
            Node zone = new Node();
            zone.addControl(ghost);
            rootNode.attachChild(zone);
            space.add(ghost);
            orbit = new PhysicsRigidBody(new SphereCollisionShape(0.5f));
            space.addCollisionObject(orbit);
            orbit.setKinematic(true);
            PhysicsRigidBody door = fixed(new BoxCollisionShape(1, 1, 0.1f), 2, 11);
            PhysicsRigidBody post = fixed(new BoxCollisionShape(0.1f), 0, 9.9f);
            door.setEnableSleep(false);
            Vector3f up = Vector3f.UNIT_Y;
            hinge = new HingeJoint(post, door, new Vector3f(0.1f, 0, 0), new Vector3f(-1, 0, 0), up, up);
            hinge.enableMotor(true, 1, 10);
            space.add(hinge);
        }

        private PhysicsRigidBody fixed(BoxCollisionShape shape, float mass, float x) {
            PhysicsRigidBody body = new PhysicsRigidBody(shape, mass);
            body.setPhysicsLocation(new Vector3f(x, 2, 0));
            space.addCollisionObject(body);
            return body;
        }

        @Override
        public void prePhysicsTick(PhysicsSpace in, float step) {
            seconds += step;
            orbit.setPhysicsLocation(new Vector3f(-5 + FastMath.sin(seconds), 3, 0));
        }

        @Override
        void afterTick(int tick) {
            lift.setLocalTranslation(0, 0.5f + 0.2f * tick / 60, 0);
        }

        @Override
        void result() {
            see("lift", lift.getWorldTranslation().y, 0.02f);
            see("rider", rider.getSpatial().getWorldTranslation().y, 0.05f);
            see("ghost saw", ghost.getOverlappingCount(), 0);
            see("hinge", hinge.getHingeAngle(), 0.06f);
        }
    }
}
