package io.github.freestep.benchmarks.app.compare.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.app.compare.peers.host.PeerFilm;
import io.github.freestep.benchmarks.app.compare.peers.host.PeerLoad;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Peers in processes of their own, for a moment each, in slow motion: a busy machine starts a process in seconds. */
class PeerPlayTest {
    @TempDir
    Path folder;

    /** One peer of each thread model; in the long version all whose class path is there. */
    static Stream<PeerKind> played() {
        return Thorough.isOn()
                ? PeerComparison.peers().stream()
                : Stream.of(PeerKind.FREESTEP, PeerKind.GDX, PeerKind.UNITY);
    }

    @ParameterizedTest
    @MethodSource("played")
    void theRunnerMovesInTheTimeOfTheDisplay(PeerKind peer) throws Exception {
        PeerFilm film = new PeerPlay(60, PeerLoad.LIGHT, 0.2, 0.8, Seeds.of(1), 5).run(peer, folder)[peer.picture];
        int last = film.displayedNanos().length - 1;
        assertTrue(last > 0, "frames: " + last);
        double seconds = (film.displayedNanos()[last] - film.displayedNanos()[0]) / 1e9;
        double metres = film.runner()[last] - film.runner()[0];
        // On a busy machine it may be slower, but never faster by more than it has to catch up.
        assertTrue(metres > 0 && metres < seconds + 1, () -> metres + " m in " + seconds + " s");
        assertTrue(
                peer.simulated == null || film.keys()[last] > 0 && film.keys()[last] <= film.pressedNanos().length,
                () -> "keys: " + film.keys()[last]);
    }

    /** So a run that was stopped continues. The rules of delay share a host. */
    @Test
    void whatHasBeenPlayedIsNotPlayedAgain() throws Exception {
        PeerPlay play = new PeerPlay(60, PeerLoad.LIGHT, 0.05, 0.2, Seeds.of(1), 1);
        assertEquals(3, play.run(PeerKind.UNITY, folder).length);
        FileTime longAgo = FileTime.fromMillis(0);
        Files.setLastModifiedTime(play.file(PeerKind.UNITY, folder), longAgo);
        play.run(PeerKind.SABLE, folder);
        assertEquals(longAgo, Files.getLastModifiedTime(play.file(PeerKind.SABLE, folder)));
    }

    @Test
    void theTimeOfARunIsThatOfThePlaysThatAreMissing() throws IOException {
        PeerComparison comparison = new PeerComparison(List.of(60), 1, 6, 1, 8, folder);
        long all = comparison.minutes();
        for (PeerLoad load : PeerLoad.values()) {
            Files.createFile(new PeerPlay(60, load, 5, 6, 1, 8).file(PeerKind.FREESTEP, folder));
        }
        // Three plays of eleven seconds, eight times slower.
        assertEquals(all - 3 * 8 * 11 / 60.0, comparison.minutes(), 1);
        assertEquals(2 * all - 3 * 8 * 11 / 60.0, new PeerComparison(List.of(60), 1, 6, 2, 8, folder).minutes(), 2);
    }

    @Test
    void aHostThatFailsIsNamedWithItsLastWords() {
        PeerPlay impossible = new PeerPlay(0, PeerLoad.LIGHT, 0.2, 0.8, Seeds.of(1), 1);
        IOException e = assertThrows(IOException.class, () -> impossible.run(PeerKind.GDX, folder));
        assertTrue(e.getMessage().startsWith("libGDX, interpolated showed nothing, and printed: "), e::getMessage);
        assertTrue(e.getMessage().contains("Exception"), e::getMessage);
    }
}
