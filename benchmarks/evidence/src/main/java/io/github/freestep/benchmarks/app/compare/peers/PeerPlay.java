package io.github.freestep.benchmarks.app.compare.peers;

import io.github.freestep.benchmarks.app.compare.peers.host.PeerFilm;
import io.github.freestep.benchmarks.app.compare.peers.host.PeerLoad;
import io.github.freestep.benchmarks.app.compare.peers.host.PeerScreen;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs a host in a process of its own.
 *
 * @param fps refreshes per second of the display
 * @param load what steps cost
 * @param settle how many seconds are not recorded at the beginning
 * @param seconds how long the host is recorded after that
 * @param seed the seed of costs
 * @param slowness how many times slower than real time
 */
public record PeerPlay(int fps, PeerLoad load, double settle, double seconds, long seed, int slowness) {
    /** What a process may take beyond its play, even on a busy machine. */
    private static final int MOST_OTHER_SECONDS = 60;

    private static final int FIRST_JDK_THAT_WARNS = 24;

    /** Gives a host a session of its own: Linux shares processors among sessions first, so hosts get what games get. */
    private static final Path SESSION = Path.of("/usr/bin/setsid");

    /** Starts a host, which plays beside others. */
    PeerHost start(PeerKind peer) throws IOException {
        return start(peer.toString(), peer.host, peer.argument, peer.ownClassPath);
    }

    /**
     * Plays a host alone.
     *
     * @param name the name of the host in messages
     * @param host the class with its main method
     * @param argument the last argument of that
     * @param ownClassPath whether the host needs the class path of the module below this one
     * @return a film for each picture of the host
     * @throws IOException if the host showed nothing; the message ends with what it printed
     */
    public PeerFilm[] run(String name, String host, String argument, boolean ownClassPath)
            throws IOException, InterruptedException {
        try (PeerHost started = start(name, host, argument, ownClassPath)) {
            return started.films();
        }
    }

    private PeerHost start(String name, String host, String argument, boolean ownClassPath) throws IOException {
        double most = slowness * (settle + seconds) + MOST_OTHER_SECONDS;
        return new PeerHost(name, most, film -> command(host, argument, ownClassPath, film));
    }

    private List<String> command(String host, String argument, boolean ownClassPath, Path film) {
        List<String> command = new ArrayList<>();
        if (Files.isExecutable(SESSION)) {
            command.add(SESSION.toString());
        }
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        if (Runtime.version().feature() >= FIRST_JDK_THAT_WARNS) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        command.add("-Djava.io.tmpdir=" + film.getParent());
        command.add("-cp");
        command.add(ownClassPath ? folder() + File.separator + "*" : System.getProperty("java.class.path"));
        command.add(host);
        command.addAll(PeerScreen.arguments(fps, load, settle, seconds, seed, film, slowness));
        command.add(argument);
        return command;
    }

    /** Returns the folder with the class path of the other module: beside the jar of this one. */
    static Path folder() {
        try {
            return Path.of(PeerPlay.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .resolveSibling("peers");
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
