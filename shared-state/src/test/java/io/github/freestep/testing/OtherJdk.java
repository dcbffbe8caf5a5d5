package io.github.freestep.testing;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/** Finds a JDK of another version than this one, from 17 on. */
public final class OtherJdk {
    private OtherJdk() {}

    /** Looks in the folder of this JDK, and in Linux's usual folder. */
    public static Optional<Path> find(Path own) throws IOException {
        for (Path folder : List.of(own.getParent(), Path.of("/usr/lib/jvm"))) {
            if (Files.isDirectory(folder)) {
                try (Stream<Path> homes = Files.list(folder)) {
                    Optional<Path> other =
                            homes.filter(OtherJdk::isOther).sorted().findFirst();
                    if (other.isPresent()) {
                        return other;
                    }
                }
            }
        }
        return Optional.empty();
    }

    private static boolean isOther(Path home) {
        int feature = feature(home);
        return feature >= 17 && feature != Runtime.version().feature();
    }

    /** The feature version of a JDK; 0 if the folder is not a JDK. */
    private static int feature(Path home) {
        Path release = home.resolve("release");
        if (!Files.isExecutable(home.resolve("bin").resolve("java")) || !Files.isReadable(release)) {
            return 0;
        }
        try (Reader reader = Files.newBufferedReader(release)) {
            Properties properties = new Properties();
            properties.load(reader);
            String version = properties.getProperty("JAVA_VERSION", "0").replace("\"", "");
            return Integer.parseInt(version.split("[^0-9]")[0]);
        } catch (IOException | NumberFormatException unreadable) {
            return 0;
        }
    }
}
