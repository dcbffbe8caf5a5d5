package io.github.freestep.jme;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.jme3.bullet.BulletAppState;
import com.jme3.bullet.PhysicsSpace;
import com.jme3.bullet.collision.PhysicsCollisionEvent;
import com.jme3.bullet.collision.PhysicsCollisionObject;
import com.jme3.bullet.collision.shapes.BoxCollisionShape;
import com.jme3.bullet.collision.shapes.CapsuleCollisionShape;
import com.jme3.bullet.collision.shapes.SphereCollisionShape;
import com.jme3.bullet.control.BetterCharacterControl;
import com.jme3.bullet.control.RigidBodyControl;
import com.jme3.bullet.control.VehicleControl;
import com.jme3.bullet.objects.PhysicsCharacter;
import com.jme3.bullet.objects.PhysicsRigidBody;
import com.jme3.math.Vector3f;
import com.jme3.scene.Node;
import com.jme3.system.NanoTimer;
import io.github.freestep.jme.HandDriven.HandClock;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.Rows;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * A game for 20 s at four frame rates, with Minie's own state and with ours. All values have been the same to the last
 * bit; the bound is for processors that compute differently, and for two steps between two frames where stock has one.
 */
class FrameRatesTest {
    private static final int TICKS = 1_200;
    private static final String ORBIT = "orbit";

    private final HandClock clock = new HandClock();

    @BeforeAll
    static void loadBullet() {
        HandDriven.requireNative();
    }

    /** One of each that a game pushes, in each frame or in each tick, keys, and a score that contacts count. */
    private static final class Yard extends HandDriven {
        private static final Vector3f PUSH = new Vector3f(0, 0, 0.5f);

        private final int fps;
        private final Map<String, Double> found = new LinkedHashMap<>();
        private RigidBodyControl pushed;
        private RigidBodyControl pushedAside;
        private RigidBodyControl railed;
        private RigidBodyControl turned;
        private RigidBodyControl pushedByTicks;
        private RigidBodyControl pushedAfterTicks;
        private RigidBodyControl hovering;
        private RigidBodyControl orbiting;
        private VehicleControl car;
        private PhysicsCharacter walker;
        private BetterCharacterControl hero;
        private final Set<PhysicsCollisionObject> coins = new HashSet<>();
        private PhysicsRigidBody bouncing;
        private double highest;
        private int dropped;
        private int score;
        private int bounces;
        private double impulses;
        private int turns;

        Yard(int fps) {
            this.fps = fps;
        }

        @Override
        public void simpleInitApp() {
            super.simpleInitApp();
            setTimer(new NanoTimer() {
                @Override
                public float getTimePerFrame() {
                    return 1f / fps;
                }
            });
        }

        @Override
        void build() {
            floor();
            pushed = floating(0);
            pushedAside = floating(4);
            railed = floating(8);
            railed.setLinearFactor(new Vector3f(0, 0, 0.5f));
            turned = floating(12);
            pushedByTicks = floating(16);
            pushedAfterTicks = floating(20);
            hovering = body(new RigidBodyControl(new SphereCollisionShape(1), 1), 24, 5, 0);
            orbiting = floating(102);
            orbiting.setLinearVelocity(new Vector3f(0, 0, 1));
            car = car(new Node());
            space.add(car);
            car.setPhysicsLocation(new Vector3f(-40, 0.8f, 0));
            walker = new PhysicsCharacter(new CapsuleCollisionShape(0.5f, 1), 0.1f);
            space.addCollisionObject(walker);
            walker.setPhysicsLocation(new Vector3f(-20, 1, 0));
            hero = new BetterCharacterControl(0.4f, 1.8f, 70);
            Node person = new Node();
            person.addControl(hero);
            rootNode.attachChild(person);
            space.add(person);
            hero.warp(new Vector3f(-30, 0, 0));
            PhysicsRigidBody table = new PhysicsRigidBody(new BoxCollisionShape(1), 0);
            table.setPhysicsLocation(new Vector3f(80, 1, 0));
            table.setRestitution(1);
            space.addCollisionObject(table);
            bouncing = body(new RigidBodyControl(new SphereCollisionShape(0.5f), 1), 80, 6, 0);
            bouncing.setRestitution(0.95f);
            space.addCollisionListener(this::touched);
        }

        private void touched(PhysicsCollisionEvent event) {
            PhysicsCollisionObject first = event.getObjectA();
            PhysicsCollisionObject second = event.getObjectB();
            if (first == bouncing || second == bouncing) {
                bounces++;
                impulses += event.getAppliedImpulse();
            }
            PhysicsCollisionObject coin = first == hero.getRigidBody() ? second : first;
            if ((first == hero.getRigidBody() || second == hero.getRigidBody()) && coins.remove(coin)) {
                score++;
                space.remove(coin);
            }
        }

        private RigidBodyControl floating(float x) {
            RigidBodyControl body = body(new RigidBodyControl(new SphereCollisionShape(1), 1), x, 100, 0);
            body.setGravity(Vector3f.ZERO);
            body.setProtectGravity(true);
            body.setEnableSleep(false);
            return body;
        }

        @Override
        public void simpleUpdate(float tpf) {
            turns++;
            pushed.applyCentralForce(PUSH);
            pushedAside.applyForce(PUSH, new Vector3f(0.1f, 0, 0));
            railed.applyCentralForce(PUSH);
            turned.applyTorque(PUSH);
            float y = hovering.getPhysicsLocation().y;
            hovering.applyCentralForce(new Vector3f(0, 20 * (4 - y) - 5 * hovering.getLinearVelocity().y, 0));
            car.accelerate(2);
            walker.setWalkDirection(new Vector3f(0, 0, 0.02f));
            hero.setWalkDirection(new Vector3f(0, 0, 2));
            car.steer(ticks / 100 % 3 == 1 ? 0.1f : 0);
            if (dropped < ticks / 60) {
                dropped++;
                Vector3f at = hero.getRigidBody().getPhysicsLocation().add(0, 3, 1.5f);
                coins.add(body(new RigidBodyControl(new SphereCollisionShape(0.3f), 0.1f), at.x, at.y, at.z));
                hero.jump();
            }
            if (ticks >= TICKS / 2) {
                space.setGravity(new Vector3f(0, -2, 0));
            }
        }

        @Override
        public void prePhysicsTick(PhysicsSpace in, float seconds) {
            pushedByTicks.applyCentralForce(PUSH);
            Vector3f inwards = new Vector3f(100, 100, 0).subtractLocal(orbiting.getPhysicsLocation());
            orbiting.setGravity(inwards.multLocal(2 / inwards.lengthSquared()));
        }

        @Override
        public void physicsTick(PhysicsSpace in, float seconds) {
            super.physicsTick(in, seconds);
            pushedAfterTicks.applyCentralForce(PUSH);
            highest = Math.max(highest, hero.getRigidBody().getPhysicsLocation().y);
            if (ticks == TICKS) {
                find();
            }
        }

        private void find() {
            found.put("pushed", 0.0 + pushed.getLinearVelocity().z);
            found.put("pushed aside", 0.0 + pushedAside.getLinearVelocity().z);
            found.put("turned by a push", 0.0 + pushedAside.getAngularVelocity().y);
            found.put("railed", 0.0 + railed.getLinearVelocity().z);
            found.put("turned", 0.0 + turned.getAngularVelocity().z);
            found.put("pushed by ticks", 0.0 + pushedByTicks.getLinearVelocity().z);
            found.put("pushed after ticks", 0.0 + pushedAfterTicks.getLinearVelocity().z);
            found.put("hovering", 0.0 + hovering.getPhysicsLocation().y);
            found.put("the speed of the car", 0.0 + car.getLinearVelocity().z);
            found.put("the way of the car", 0.0 + car.getPhysicsLocation().z);
            found.put("the way of the walker", 0.0 + walker.getPhysicsLocation(null).z);
            found.put("the way of the hero", 0.0 + hero.getRigidBody().getPhysicsLocation().z);
            found.put("the turn of the car", 0.0 + car.getPhysicsLocation().x);
            found.put("the highest jump", highest);
            found.put(ORBIT, 0.0 + orbiting.getPhysicsLocation().z);
            found.put("score", 0.0 + score);
            found.put("bounces", 0.0 + bounces);
            found.put("impulses of bounces", impulses);
        }

        /** Lets all steps happen that are due before the next frame, so that as many come between two as in stock. */
        Map<String, Double> playAll(BulletAppState state, HandClock time) {
            begin(state, time);
            long begunNanos = clock.nanoTime();
            for (int frames = 1; found.isEmpty(); frames++) {
                takeTurn();
                if (state instanceof FreestepBulletState ours) {
                    Await.until(() -> ours.turns.isIdle());
                }
                long elapsedNanos = 1_000_000_000L * frames / fps + 2; // or roundings would leave out a step
                clock.pass(Math.max(0, elapsedNanos - (clock.nanoTime() - begunNanos)));
            }
            end();
            return found;
        }

        /** Frames again at the same time while a step still has the turn: its tick is counted before it ends. */
        private void takeTurn() {
            int before = turns;
            Await.until(() -> {
                context.getSystemListener().update();
                return turns > before;
            });
        }
    }

    @ParameterizedTest
    @Rows(
            usually = 2,
            value = {"30", "144", "60", "240"})
    void aGameComputesWhatItComputesWithMiniesOwnState(int fps) {
        Map<String, Double> stock = new Yard(fps).playAll(new BulletAppState(), clock);
        if (fps < 60) {
            // Stock uses gravity that a tick sets from the next frame on, so it needs one for each step.
            stock.put(ORBIT, new Yard(60).playAll(new BulletAppState(), clock).get(ORBIT));
        }
        for (boolean isInline : new boolean[] {true, false}) {
            Map<String, Double> ours = new Yard(fps).playAll(new FreestepBulletState(60, isInline, clock), clock);
            stock.forEach((name, value) -> assertEquals(value, ours.get(name), 0.001 * Math.abs(value) + 0.02, name));
        }
    }
}
