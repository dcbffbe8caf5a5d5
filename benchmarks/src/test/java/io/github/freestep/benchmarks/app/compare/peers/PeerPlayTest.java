package io.github.freestep.benchmarks.app.compare.peers;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.app.compare.peers.host.PeerFilm;
import io.github.freestep.benchmarks.app.compare.peers.host.PeerLoad;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Peers in processes of their own, for a moment each, in slow motion: a busy machine starts a process in seconds. */
class PeerPlayTest {
    /** One peer of each thread model; in the long version all whose class path is there. */
    static Stream<PeerKind> played() {
        return Thorough.isOn() ? PeerComparison.peers().stream() : Stream.of(PeerKind.FREESTEP, PeerKind.GDX);
    }

    @ParameterizedTest
    @MethodSource("played")
    void theRunnerMovesInTheTimeOfTheDisplay(PeerKind peer) throws Exception {
        PeerFilm film = new PeerPlay(60, PeerLoad.LIGHT, 0.2, 0.8, Seeds.of(1), 5).run(peer);
        int last = film.displayedNanos().length - 1;
        assertTrue(last > 0, "frames: " + last);
        double seconds = (film.displayedNanos()[last] - film.displayedNanos()[0]) / 1e9;
        double metres = film.runner()[last] - film.runner()[0];
        // On a busy machine it may be slower, but never faster by more than it has to catch up.
        assertTrue(metres > 0 && metres < seconds + 1, () -> metres + " m in " + seconds + " s");
    }

    @Test
    void aHostThatFailsIsNamedWithItsLastWords() {
        PeerPlay impossible = new PeerPlay(0, PeerLoad.LIGHT, 0.2, 0.8, Seeds.of(1), 1);
        IOException e = assertThrows(IOException.class, () -> impossible.run(PeerKind.GDX));
        assertTrue(e.getMessage().startsWith("libGDX, interpolated showed nothing, and printed: "), e::getMessage);
        assertTrue(e.getMessage().contains("Exception"), e::getMessage);
    }
}
