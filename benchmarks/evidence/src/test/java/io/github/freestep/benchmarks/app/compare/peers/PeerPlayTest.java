package io.github.freestep.benchmarks.app.compare.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.app.compare.peers.host.PeerFilm;
import io.github.freestep.benchmarks.app.compare.peers.host.PeerLoad;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Peers in processes of their own, for a moment each, in slow motion: a busy machine starts a process in seconds. */
class PeerPlayTest {
    /** One peer of each thread model; in the long version all whose class path is there. */
    static Stream<PeerKind> played() {
        return Thorough.isOn()
                ? PeerComparison.peers().stream()
                : Stream.of(PeerKind.FREESTEP, PeerKind.GDX, PeerKind.UNITY);
    }

    @ParameterizedTest
    @MethodSource("played")
    void theRunnerMovesInTheTimeOfTheDisplay(PeerKind peer) throws Exception {
        PeerFilm film = films(new PeerPlay(60, PeerLoad.LIGHT, 0.2, 0.8, Seeds.of(1), 5), peer)[peer.picture];
        int last = film.displayedNanos().length - 1;
        assertTrue(last > 0, "frames: " + last);
        double seconds = (film.displayedNanos()[last] - film.displayedNanos()[0]) / 1e9;
        double metres = film.runner()[last] - film.runner()[0];
        // On a busy machine it may be slower, but never faster by more than it has to catch up.
        assertTrue(metres > 0 && metres < seconds + 1, () -> metres + " m in " + seconds + " s");
        assertTrue(
                film.keys()[last] > 0 && film.keys()[last] <= film.pressedNanos().length,
                () -> "keys: " + film.keys()[last]);
    }

    /** The second host would play for ten minutes. */
    @Test
    void hostsPlayBesideEachOtherUntilTheyAreClosed() {
        PeerComparison comparison = new PeerComparison(List.of(0, 60), Seeds.of(1), 0, 600, 1);
        IllegalStateException atFirst = assertThrows(
                IllegalStateException.class,
                () -> comparison.play(PeerLoad.LIGHT, List.of(PeerKind.GDX), new PeerTable(List.of()), reason -> {
                    throw new IllegalStateException("hosts: " + hosts());
                }));
        assertEquals("hosts: 1", atFirst.getMessage());
        assertEquals(0, hosts());
    }

    private static long hosts() {
        return ProcessHandle.current().children().filter(ProcessHandle::isAlive).count();
    }

    /** The rules of delay share a host, so one fails for two of them. */
    @Test
    void aHostThatFailsDoesNotEndTheOthers() throws Exception {
        List<String> failed = new ArrayList<>();
        List<PeerKind> delays = List.of(PeerKind.UNITY, PeerKind.SABLE);
        new PeerComparison(List.of(0, 60), Seeds.of(1), 0.05, 0.2, 1)
                .play(PeerLoad.LIGHT, delays, new PeerTable(List.of()), failed::add);
        assertEquals(2, failed.size(), failed::toString);
    }

    @Test
    void aHostThatFailsIsNamedWithItsLastWords() {
        PeerPlay impossible = new PeerPlay(0, PeerLoad.LIGHT, 0.2, 0.8, Seeds.of(1), 1);
        IOException e = assertThrows(IOException.class, () -> films(impossible, PeerKind.GDX));
        assertTrue(e.getMessage().startsWith("libGDX, interpolated showed nothing, and printed: "), e::getMessage);
        assertTrue(e.getMessage().contains("Exception"), e::getMessage);
    }

    private static PeerFilm[] films(PeerPlay play, PeerKind peer) throws Exception {
        try (PeerHost host = play.start(peer)) {
            return host.films();
        }
    }
}
