package io.github.freestep.jme;

import com.jme3.bullet.collision.shapes.SphereCollisionShape;
import com.jme3.bullet.control.RigidBodyControl;
import com.jme3.math.Vector3f;
import org.lwjgl.glfw.GLFW;

/** A game of the pages: a ball that flies away, and a camera that follows it. */
class FollowedBall extends HandDriven {
    FreestepBulletState physics;
    RigidBodyControl ball;

    public void simpleInitApp() {
        physics = new FreestepBulletState(); // was: new BulletAppState()
        physics.pace(GLFW::glfwPollEvents); // frames begin late, with the newest keys
        stateManager.attach(physics);
        build();
    }

    public void simpleUpdate(float sinceLastFrame) {
        cam.setLocation(physics.shown(ball, null).getTranslation()); // was: ball.getPhysicsLocation()
    }

    @Override
    void build() {
        ball = new RigidBodyControl(new SphereCollisionShape(1), 1);
        physics.getPhysicsSpace().addCollisionObject(ball);
        ball.setGravity(Vector3f.ZERO);
        ball.setLinearVelocity(new Vector3f(1, 0, 0));
    }
}
