package io.github.freestep.physics.nodes;

import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;

/** Checks what is passed to stores, and makes names for them. */
final class Arguments {
    private static final int MOST_ROOM = 65_535;

    /** Without capital letters, because some file systems take a and A for the same name. */
    private static final Pattern NAME = Pattern.compile("[a-z0-9._-]{1,100}");

    static final Duration LONGEST = Duration.ofDays(1);

    private Arguments() {}

    static int room(int room) {
        if (room < 0 || room > MOST_ROOM) {
            throw new IllegalArgumentException("room must be from 0 to " + MOST_ROOM + ", was " + room);
        }
        return room;
    }

    static String name(String what, String name) {
        if (!NAME.matcher(Objects.requireNonNull(name, what + " must not be null"))
                .matches()) {
            throw new IllegalArgumentException(
                    what + " must be 1 to 100 lower-case letters, digits, dots, hyphens and underscores, was \"" + name
                            + "\"");
        }
        return name;
    }

    /** Returns what stores take for a name: hosts can have capital letters, and those of IPv6 have colons. */
    static String nameOf(String any) {
        return any.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9._-]", "_");
    }

    static long millis(Duration time) {
        if (time.isNegative() || time.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("time must be from 0 to " + LONGEST.toDays() + " day, was " + time);
        }
        return time.plusNanos(999_999).toMillis(); // rounded up, because 0 gives a lease back
    }
}
