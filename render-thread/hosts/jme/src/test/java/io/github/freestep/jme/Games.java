package io.github.freestep.jme;

import com.jme3.bullet.collision.shapes.SphereCollisionShape;
import com.jme3.bullet.control.BetterCharacterControl;
import com.jme3.bullet.control.VehicleControl;
import com.jme3.bullet.objects.PhysicsRigidBody;
import com.jme3.math.FastMath;
import com.jme3.math.Vector3f;
import com.jme3.renderer.RenderManager;
import com.jme3.scene.Node;

/** Small games as Minie's tutorials describe them, which any state can run. */
final class Games {
    private Games() {}

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
}
