package io.github.freestep.physics.modules;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
import io.github.freestep.physics.dyn4j.Dyn4jSimulation;
import io.github.freestep.physics.engine.EngineSimulation;
import io.github.freestep.physics.jolt.JoltSimulation;
import io.github.freestep.physics.physx.PhysxSimulation;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
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
import java.util.stream.Stream;
import org.dyn4j.geometry.Geometry;
import org.dyn4j.geometry.MassType;
import org.junit.jupiter.api.Test;
import physx.common.PxIDENTITYEnum;
import physx.common.PxTransform;

/** A program on the module path can use every engine. Those without a descriptor are on the class path. */
class EnginesOnModulePathTest {
    /** Maven has jars or folders of our modules, depending on the phase that it is called for. */
    private static final Predicate<String> MODULES = Pattern.compile(
                    "target/classes$|/freestep-[^/]*(?<!-tests)\\.jar$|disruptor-|jctools-core|/dyn4j-|/physx-jni-[\\d.]+jar$")
            .asPredicate();

    private static final Predicate<String> CLASS_PATH = Pattern.compile(
                    "Libbulletjme|jolt-jni|/gdx|/physx-jni-[\\d.]+-natives|target/test-classes$")
            .asPredicate();

    @Test
    void everyEngineRuns() throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-p",
                paths(MODULES),
                "--add-modules",
                Stream.of("bullet", "box2d", "jolt", "dyn4j", "physx")
                        .map(engine -> "io.github.freestep.physics." + engine)
                        .collect(Collectors.joining(",")),
                "-cp",
                paths(CLASS_PATH)));
        if (Runtime.version().feature() >= 24) {
            command.add("--enable-native-access=ALL-UNNAMED,de.fabmax.physxjni,io.github.freestep.physics.engine");
        }
        command.add(Falls.class.getName());
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(
                List.of("bullet: true", "box2d: true", "jolt: true", "dyn4j: true", "physx: true"),
                out.lines()
                        .map(line -> line.replace("module io.github.freestep.physics.", ""))
                        .toList());
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
            Dyn4jSimulation dyn4j = Dyn4jSimulation.of(StateLayout.of(1), in -> {
                org.dyn4j.dynamics.Body square = new org.dyn4j.dynamics.Body();
                square.addFixture(Geometry.createSquare(1));
                square.setMass(MassType.NORMAL);
                in.add(square);
            });
            PhysxSimulation physx = PhysxSimulation.of(
                    StateLayout.of(1),
                    in -> in.add(in.physics().createRigidDynamic(new PxTransform(PxIDENTITYEnum.PxIdentity))));
            for (EngineSimulation<?> each : List.of(bullet, box2d, jolt, dyn4j, physx)) {
                System.out.println(each.getClass().getModule() + ": " + falls(each));
            }
        }

        private static boolean falls(EngineSimulation<?> world) {
            try (InlineStepper stepper = PhysicsService.builder(world).inline();
                    StateReader reader = stepper.states().reader()) {
                for (int i = 0; i < 10; i++) {
                    stepper.advanceTick();
                }
                return reader.acquire() && reader.state(0).y()[0] < 0;
            }
        }
    }
}
