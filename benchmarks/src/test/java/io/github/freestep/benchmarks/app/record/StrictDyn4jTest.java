package io.github.freestep.benchmarks.app.record;

import static io.github.freestep.testing.Refused.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.scenes.Dyn4jWorld;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.dyn4j.Dyn4jSimulation;
import io.github.freestep.physics.dyn4j.StrictDyn4j;
import io.github.freestep.physics.recording.Recorder;
import io.github.freestep.physics.recording.Replay;
import io.github.freestep.physics.saves.CommandReader;
import io.github.freestep.state.StateLayout;
import io.github.freestep.testing.OtherProcess;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.dyn4j.Version;
import org.dyn4j.dynamics.Body;
import org.dyn4j.geometry.MassType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A recording of one JVM is replayed by another one that compiles in another way, or has another sine, numbers objects
 * in another way, and says that it is of ARM64. On that processor, the sine is another one, too.
 */
class StrictDyn4jTest {
    private static final String[] ELSEWHERE = {
        "-Dos.arch=aarch64",
        "-XX:+UnlockExperimentalVMOptions",
        "-XX:hashCode=0",
        "-XX:+UnlockDiagnosticVMOptions",
        "-XX:-UseLibmIntrinsic"
    };

    @TempDir
    Path folder;

    @Test
    void aRewrittenOneComputesTheSameEverywhere() throws Exception {
        URL dyn4j = Version.class.getProtectionDomain().getCodeSource().getLocation();
        String strict = folder.resolve("strict.jar").toString();
        StrictDyn4j.main(new String[] {Path.of(dyn4j.toURI()).toString(), strict});
        refused(
                "not dyn4j's own jar",
                IllegalArgumentException.class,
                () -> StrictDyn4j.main(new String[] {strict, ""}));
        String all = "dyn4j " + Version.getVersion() + " on any processor repeats 100";
        assertEquals(all, run(strict));
        for (String compiler : List.of("-Xint", "-XX:TieredStopAtLevel=1", "-XX:TieredStopAtLevel=4")) {
            assertEquals(all, run(strict, compiler, "-XX:CompileThresholdScaling=0.1"), compiler);
        }
        assertEquals(all, run(strict, ELSEWHERE));
    }

    /** As of a jar that a build has signed, and that has classes of its own. */
    @Test
    void whatIsNotOfDyn4jStaysAsItWasWithoutSignatures() throws IOException {
        byte[] own = "\1\0\16java/lang/Math".getBytes(StandardCharsets.ISO_8859_1);
        Path jar = folder.resolve("signed.jar");
        try (InputStream version = Version.class.getResourceAsStream("Version.class");
                ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
            for (String name : List.of("META-INF/A.SF", "META-INF/A.RSA", "my/Own.class", "org/dyn4j/Version.class")) {
                out.putNextEntry(new ZipEntry(name));
                out.write(name.endsWith("Version.class") ? version.readAllBytes() : own);
            }
        }
        Path strict = Files.writeString(folder.resolve("strict.jar"), "another process reads it");
        Path before = Files.createLink(folder.resolve("before"), strict);
        StrictDyn4j.main(new String[] {jar.toString(), strict.toString()});
        try (ZipFile zip = new ZipFile(strict.toFile())) {
            assertEquals(2, zip.size());
            assertArrayEquals(
                    own, zip.getInputStream(zip.getEntry("my/Own.class")).readAllBytes());
        }
        assertEquals("another process reads it", Files.readString(before));
    }

    @Test
    void dyn4jItselfDiffersAndIsRefused() throws Exception {
        run("");
        String differs = run("", Arrays.copyOfRange(ELSEWHERE, 1, ELSEWHERE.length));
        assertFalse(differs.endsWith(" repeats 100"), differs);
        String refused = run("", ELSEWHERE);
        assertTrue(refused.endsWith("\"; use the same engine, version and family of processors"), refused);
    }

    /** Runs a JVM with another jar of dyn4j, if any. */
    private String run(String jar, String... options) throws Exception {
        String file = folder.resolve("run.rec").toString();
        ProcessBuilder java = OtherProcess.with(options).command(StrictDyn4jTest.class, file);
        java.command().replaceAll(each -> each.contains("dyn4j-") ? jar + File.pathSeparator + each : each);
        return OtherProcess.output(java, line -> false);
    }

    /** Records a run, unless the file exists, and replays it. */
    public static void main(String[] arguments) throws IOException {
        Path file = Path.of(arguments[0]);
        if (!Files.exists(file)) {
            try (InlineStepper stepper =
                            PhysicsService.builder(world()).hashEvery(1).inline();
                    Recorder recorder = Recorder.open(stepper, file, "heap", "", 1)) {
                for (int tick = 0; tick < 100 && recorder.failure() == null; tick++) {
                    stepper.advanceTick();
                }
            }
        }
        int repeated = 0;
        try (Replay replay = Replay.open(file, StrictDyn4jTest::world, CommandReader.NONE)) {
            while (replay.next()) {
                repeated += replay.matches() ? 1 : 0;
            }
            System.out.print(world().computedBy() + " repeats " + repeated);
        } catch (IllegalArgumentException refused) {
            System.out.print(refused.getMessage());
        }
    }

    /** Turning boxes that are shot at each other. */
    private static Simulation world() {
        return Dyn4jSimulation.of(StateLayout.of(24), world -> {
            world.world().addBody(Dyn4jWorld.floor());
            for (int i = 0; i < 24; i++) {
                Body body = Dyn4jWorld.box(MassType.NORMAL, 1.3 * (i % 6), 2 + i / 4.0);
                body.setAngularVelocity(i % 5 - 2.3);
                body.setBullet(i < 12);
                body.setLinearVelocity(i % 2 == 0 ? 100 : -100, -200);
                world.add(body);
            }
        });
    }
}
