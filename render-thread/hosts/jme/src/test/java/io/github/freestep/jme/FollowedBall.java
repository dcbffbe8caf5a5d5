package io.github.freestep.jme;

import com.jme3.app.SimpleApplication;
import com.jme3.app.state.AppState;
import com.jme3.bullet.collision.shapes.SphereCollisionShape;
import com.jme3.bullet.control.RigidBodyControl;
import com.jme3.math.Vector3f;
import com.jme3.renderer.RenderManager;
import com.jme3.system.AppSettings;
import com.jme3.system.JmeContext;
import java.util.Locale;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * A game with jMonkeyEngine and Minie: a ball flies away for two seconds, and the camera follows it. It has no window,
 * so it prints where the camera is. With jme3-lwjgl3 on the class path, {@code new FollowedBall().start()} opens one.
 */
public final class FollowedBall extends SimpleApplication {
    private static final Logger LOG = Logger.getLogger("com.jme3");

    private FreestepBulletState physics;
    private RigidBodyControl ball;

    private FollowedBall() {
        super(new AppState[0]); // none of the states that load fonts and take keys
    }

    public static void main(String[] args) {
        LOG.setLevel(Level.SEVERE); // it warns of loaders of models that are not on the class path
        AppSettings settings = new AppSettings(true);
        settings.setAudioRenderer(null);
        settings.setFrameRate(60);
        FollowedBall game = new FollowedBall();
        game.setSettings(settings);
        game.start(JmeContext.Type.Headless);
    }

    public void simpleInitApp() {
        physics = new FreestepBulletState(); // was: new BulletAppState()
        stateManager.attach(physics);
        build();
    }

    public void simpleUpdate(float sinceLastFrame) {
        cam.setLocation(physics.shown(ball, null).getTranslation()); // was: ball.getPhysicsLocation()
    }

    @Override
    public void simpleRender(RenderManager manager) {
        if (cam.getLocation().x > 2) {
            System.out.printf(Locale.ROOT, "the camera is at %.2f%n", cam.getLocation().x);
            stop();
        }
    }

    private void build() {
        ball = new RigidBodyControl(new SphereCollisionShape(1), 1);
        physics.getPhysicsSpace().addCollisionObject(ball);
        ball.setGravity(Vector3f.ZERO);
        ball.setLinearVelocity(new Vector3f(4, 0, 0)); // so that the test is short
    }
}
