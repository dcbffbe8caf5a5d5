package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.recording.RecordingDifference;
import io.github.freestep.render.capsule.Capsule;
import io.github.freestep.render.capsule.CapsuleFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Both sides of a match that differs write what they computed. */
@Timeout(60)
class CapsuleOfMatchTest {
    private static final long WRONG = 150;

    @TempDir
    private Path folder;

    private Capsule watch(LockstepSession session, InlineStepper stepper, int player) {
        Path own = folder.resolve(Integer.toString(player));
        assertTrue(own.toFile().mkdir());
        Capsule capsule = Capsule.open(stepper, own, "sum", "", 0);
        capsule.watchMatch(session::differedTick);
        return capsule;
    }

    private Path run(int player) throws IOException {
        CapsuleFile bug = CapsuleFile.read(folder.resolve(player + "/bug-1.freestep"));
        assertEquals(CapsuleFile.Kind.DIFFERENCE, bug.kind());
        assertEquals(WRONG, bug.tick());
        Path run = folder.resolve(player + ".rec");
        assertTrue(bug.writeRun(run));
        return run;
    }

    @Test
    void bothSidesWriteTheTickThatDiffersAndTheirRuns() throws IOException {
        VirtualMatch match = new VirtualMatch(MatchSettings.of("sum", SumWorld.LAYOUT, 2)
                .version("1")
                .rate(100)
                .axes(1));
        List<Capsule> capsules = new ArrayList<>();
        for (int player = 0; player < 2; player++) {
            VirtualMatch.Peer peer = match.add(player);
            peer.beforeStart(stepper -> capsules.add(watch(peer.session, stepper, peer.session.player())));
            peer.join();
        }
        match.peers.get(1).world.wrongAfter = WRONG;
        match.until(() -> match.peers.get(0).session.differedTick() == WRONG);
        match.run(200);
        capsules.forEach(Capsule::close);
        capsules.forEach(capsule -> assertNull(capsule.failure()));
        SumWorld[] worlds = {new SumWorld(), new SumWorld()};
        worlds[1].wrongAfter = WRONG;
        int[] made = {0};
        RecordingDifference difference =
                RecordingDifference.find(run(0), run(1), () -> worlds[made[0]++], SumWorld::read);
        assertNotNull(difference);
        assertEquals(WRONG, difference.tick());
    }
}
