package io.github.freestep.real;

import com.jme3.app.SimpleApplication;
import com.jme3.bullet.BulletAppState;
import com.jme3.bullet.PhysicsSpace;
import com.jme3.bullet.PhysicsTickListener;
import com.jme3.bullet.collision.PhysicsCollisionObject;
import com.jme3.bullet.objects.PhysicsRigidBody;
import com.jme3.input.InputManager;
import com.jme3.input.controls.ActionListener;
import com.jme3.input.controls.AnalogListener;
import com.jme3.math.FastMath;
import com.jme3.math.Vector3f;
import com.jme3.system.AppSettings;
import com.jme3.system.JmeContext;
import com.jme3.system.JmeDesktopSystem;
import com.jme3.system.JmeSystem;
import com.jme3.system.NanoTimer;
import com.jme3.system.NativeLibraryLoader;
import com.jme3.system.NullContext;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Plays a game of jMonkeyEngine without a window. Every frame has the same length, and every seed is the same. */
final class JmePlayer {
    private static final Logger QUIET = Logger.getLogger("");
    private static final int KEYS_A_SECOND = 5;

    private JmePlayer() {}

    static String play(Class<?> program, int fps, double seconds) throws ReflectiveOperationException {
        QUIET.setLevel(Level.OFF);
        NativeLibraryLoader.setCustomExtractionFolder(Player.folder);
        NativeLibraryLoader.loadNativeLibrary("bulletjme", true);
        FastMath.rand.setSeed(1);
        SimpleApplication game = (SimpleApplication)
                Player.open(program.getDeclaredConstructor()).newInstance();
        AppSettings settings = new AppSettings(true);
        settings.setAudioRenderer(null);
        game.setSettings(settings);
        Stage stage = new Stage();
        JmeSystem.setSystemDelegate(new JmeDesktopSystem() {
            @Override
            public JmeContext newContext(AppSettings unused, JmeContext.Type type) {
                stage.setSettings(settings);
                return stage;
            }
        });
        FastMath.rand.setSeed(1);
        game.start(JmeContext.Type.Headless, false);
        game.setTimer(new NanoTimer() {
            @Override
            public float getTimePerFrame() {
                return (float) Player.LONGER / fps;
            }

            @Override
            public float getFrameRate() {
                return fps;
            }
        });
        BulletAppState physics = game.getStateManager().getState(BulletAppState.class);
        PhysicsSpace space = physics.getPhysicsSpace();
        int[] steps = {0};
        space.addTickListener(new PhysicsTickListener() {
            @Override
            public void prePhysicsTick(PhysicsSpace in, float step) {}

            @Override
            public void physicsTick(PhysicsSpace in, float step) {
                steps[0]++;
            }
        });
        Random keys = new Random(1);
        Set<String> down = new HashSet<>();
        for (int i = 0; i < fps * seconds; i++) {
            if (i % Math.max(1, fps / KEYS_A_SECOND) == 0) {
                press(game, keys, down);
            }
            stage.frame();
        }
        return found(space, steps[0]);
    }

    /** Presses or releases one of the keys that the game has named. */
    private static void press(SimpleApplication game, Random keys, Set<String> down)
            throws ReflectiveOperationException {
        Map<?, ?> mappings = (Map<?, ?>)
                Player.open(InputManager.class.getDeclaredField("mappings")).get(game.getInputManager());
        Map<String, Object> named = new TreeMap<>();
        mappings.forEach((name, mapping) -> named.put((String) name, mapping));
        named.keySet().removeIf(name -> name.startsWith("SIMPLEAPP_") || name.startsWith("FLYCAM_"));
        if (named.isEmpty()) {
            return;
        }
        String name = List.copyOf(named.keySet()).get(keys.nextInt(named.size()));
        boolean isDown = down.add(name) || !down.remove(name);
        Object mapping = named.get(name);
        float tpf = game.getTimer().getTimePerFrame();
        List<?> listeners = (List<?>)
                Player.open(mapping.getClass().getDeclaredField("listeners")).get(mapping);
        for (Object each : new ArrayList<>(listeners)) {
            if (each instanceof ActionListener listener) {
                game.enqueue(() -> listener.onAction(name, isDown, tpf));
            } else if (each instanceof AnalogListener listener && isDown) {
                game.enqueue(() -> listener.onAnalog(name, tpf, tpf));
            }
        }
    }

    private static String found(PhysicsSpace space, int steps) {
        List<Double> places = new ArrayList<>();
        List<Double> speeds = new ArrayList<>();
        for (PhysicsCollisionObject each : space.getPcoList()) {
            if (!each.isStatic()) {
                Vector3f at = each.getPhysicsLocation(null);
                float turn = each.getPhysicsRotation(null).getW();
                places.add((double) at.x + 2 * at.y + 3 * at.z + turn);
                if (each instanceof PhysicsRigidBody body && body.isDynamic()) {
                    speeds.add((double) body.getLinearVelocity(null).length()
                            + body.getAngularVelocity(null).length());
                }
            }
        }
        return Player.found(steps, places, speeds);
    }

    /** A context whose frames come when they are asked for. */
    private static final class Stage extends NullContext {
        @Override
        public void create(boolean waitFor) {
            initInThread();
        }

        void frame() {
            listener.update();
        }
    }
}
