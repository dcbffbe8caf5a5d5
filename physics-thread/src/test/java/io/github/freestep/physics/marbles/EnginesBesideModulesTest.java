package io.github.freestep.physics.marbles;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.badlogic.gdx.physics.box2d.Body;
import com.badlogic.gdx.physics.box2d.BodyDef;
import com.github.stephengold.joltjni.BodyCreationSettings;
import com.github.stephengold.joltjni.Quat;
import com.github.stephengold.joltjni.RVec3;
import com.github.stephengold.joltjni.SphereShape;
import com.github.stephengold.joltjni.enumerate.EMotionType;
import com.jme3.bullet.collision.shapes.SphereCollisionShape;
import com.jme3.bullet.objects.PhysicsRigidBody;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.box2d.Box2dSimulation;
import io.github.freestep.physics.bullet.BulletSimulation;
import io.github.freestep.physics.jolt.JoltSimulation;
import io.github.freestep.state.StateLayout;
import io.github.freestep.testing.OtherProcess;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Tests that a program on the module path can use engines that are on the class path, because they are no modules. */
class EnginesBesideModulesTest {
    private static final Predicate<String> MODULES = Pattern.compile(
                    "target/classes$|freestep-shared-state|disruptor-|jctools-core")
            .asPredicate();
    private static final Predicate<String> ENGINES =
            Pattern.compile("Libbulletjme|jolt-jni|/gdx|target/test-classes$").asPredicate();

    @Test
    void bulletBox2dAndJoltRunFromTheClassPath() throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-p",
                paths(MODULES),
                "--add-modules",
                "io.github.freestep.physics,java.logging",
                "-cp",
                paths(ENGINES)));
        if (Runtime.version().feature() >= 24) {
            command.add("--enable-native-access=ALL-UNNAMED,io.github.freestep.physics");
        }
        command.add(Falls.class.getName());
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals("module io.github.freestep.physics: true true true", out);
        assertEquals(0, process.waitFor());
    }

    private static String paths(Predicate<String> wanted) {
        return Arrays.stream(OtherProcess.classPath("").split(File.pathSeparator))
                .filter(wanted)
                .collect(Collectors.joining(File.pathSeparator));
    }

    static final class Falls {
        private Falls() {}

        public static void main(String[] args) {
            BulletSimulation bullet = BulletSimulation.of(
                    StateLayout.of(1), in -> in.add(new PhysicsRigidBody(new SphereCollisionShape(0.5f), 1)));
            BodyDef at = new BodyDef();
            at.type = BodyDef.BodyType.DynamicBody;
            Box2dSimulation box2d = Box2dSimulation.of(
                    StateLayout.of(1), in -> in.add(in.world().createBody(at)));
            JoltSimulation jolt = JoltSimulation.of(
                    StateLayout.of(1),
                    in -> in.add(in.bodies()
                            .createBody(new BodyCreationSettings(
                                    new SphereShape(0.5f), new RVec3(), new Quat(), EMotionType.Dynamic, 0))));
            try (InlineStepper first = PhysicsService.builder(bullet).inline();
                    InlineStepper second = PhysicsService.builder(box2d).inline();
                    InlineStepper third = PhysicsService.builder(jolt).inline()) {
                for (int i = 0; i < 10; i++) {
                    first.advanceTick();
                    second.advanceTick();
                    third.advanceTick();
                }
                PhysicsRigidBody ball = bullet.body(0);
                Body body = box2d.body(0);
                System.out.print(BulletSimulation.class.getModule() + ": " + (ball.getPhysicsLocation(null).y < 0) + " "
                        + (body.getPosition().y < 0) + " "
                        + (jolt.body(0).getPosition().yy() < 0));
            }
        }
    }
}
