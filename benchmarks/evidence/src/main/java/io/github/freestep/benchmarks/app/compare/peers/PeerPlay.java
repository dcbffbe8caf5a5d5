package io.github.freestep.benchmarks.app.compare.peers;

import io.github.freestep.benchmarks.app.compare.peers.host.PeerFilm;
import io.github.freestep.benchmarks.app.compare.peers.host.PeerLoad;
import io.github.freestep.benchmarks.app.compare.peers.host.PeerScreen;
import io.github.freestep.tools.report.Units;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

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
    private static final int MOST_OUTPUT = 2_000;

    /** Returns the file of the films, which a later run does not play again. */
    Path file(PeerKind peer, Path folder) {
        return file(peer.host, peer.argument, folder);
    }

    private Path file(String host, String argument, Path folder) {
        String name = host.substring(host.lastIndexOf('.') + 1) + argument;
        return folder.resolve(Units.text("%s-%d-%s-%.2fs-seed%d-x%d", name, fps, load, seconds, seed, slowness));
    }

    /**
     * Plays it, unless the folder has its films.
     *
     * @return a film for each picture of the host
     * @throws IOException if the host showed nothing; the message ends with what it printed
     */
    PeerFilm[] run(PeerKind peer, Path folder) throws IOException, InterruptedException {
        return run(peer.toString(), peer.host, peer.argument, peer.ownClassPath, folder);
    }

    /**
     * Plays a host, unless the folder has its films.
     *
     * @param name the name of the host in messages
     * @param host the class with its main method
     * @param argument the last argument of that
     * @param ownClassPath whether the host needs the class path of the module below this one
     * @param folder where films are kept
     * @return a film for each picture of the host
     * @throws IOException if the host showed nothing; the message ends with what it printed
     */
    public PeerFilm[] run(String name, String host, String argument, boolean ownClassPath, Path folder)
            throws IOException, InterruptedException {
        Path films = file(host, argument, folder);
        if (Files.exists(films)) {
            return PeerFilm.read(films);
        }
        Path film = folder.resolve("film");
        Path output = folder.resolve("output");
        try {
            Process process = new ProcessBuilder(command(host, argument, ownClassPath, film))
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            try {
                double most = slowness * (settle + seconds) + MOST_OTHER_SECONDS;
                boolean ended = process.waitFor((long) (most * 1_000), TimeUnit.MILLISECONDS);
                if (!ended || !Files.exists(film)) {
                    throw new IOException(
                            name + (ended ? " showed nothing" : " did not end") + ", and printed: " + end(output));
                }
            } finally {
                process.destroyForcibly().waitFor();
            }
            Files.move(film, films);
            return PeerFilm.read(films);
        } finally {
            Files.deleteIfExists(film);
            Files.deleteIfExists(output);
        }
    }

    private List<String> command(String host, String argument, boolean ownClassPath, Path film) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        if (Runtime.version().feature() >= FIRST_JDK_THAT_WARNS) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
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

    /** Returns the end of what the process has printed: its last words say why it failed. */
    private static String end(Path output) throws IOException {
        String all = Files.readString(output, StandardCharsets.UTF_8).strip();
        return all.substring(Math.max(0, all.length() - MOST_OUTPUT));
    }
}
