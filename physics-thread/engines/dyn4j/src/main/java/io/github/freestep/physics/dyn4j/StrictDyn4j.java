package io.github.freestep.physics.dyn4j;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * A program for your build that rewrites dyn4j's jar, so that it computes the same bits on every processor and JVM.
 *
 * <pre>{@code
 * // java -cp freestep-dyn4j.jar io.github.freestep.physics.dyn4j.StrictDyn4j dyn4j-6.0.0.jar strict.jar
 * StrictDyn4j.main(new String[] {"dyn4j-6.0.0.jar", "strict.jar"});
 * }</pre>
 *
 * <p>dyn4j calls {@code Math.sin} and similar functions, whose last bit may differ between platforms, and moves bodies
 * whose bullet flag is set in the order of their identity hash codes, which differ between runs. The new jar calls
 * {@code StrictMath} instead, and moves such bodies in the order in which it found them. Run your game with it in place
 * of dyn4j's own jar. Only {@code Sap}, which no world uses unless your scene sets it, still compares hash codes.
 *
 * <p>A scene gave the same bits in the interpreter and with both compilers of JDK 17 and 25 on x86-64, and of JDK 17 on
 * ARM64, in an emulator. With dyn4j's own jar, the two processors differed from the first tick.
 */
public final class StrictDyn4j {
    /** The end of the version of a rewritten dyn4j. It is in dyn4j's code, so none can be taken for the other. */
    static final String MARK = " on any processor";

    /** A version in a class file, before the next constant, whose first byte says its kind. */
    private static final Pattern VERSION = Pattern.compile("(?s)\1\0.([0-9]+[.][0-9.]+)(?=[\1-\24])");

    private StrictDyn4j() {}

    /**
     * Rewrites a jar.
     *
     * @param arguments dyn4j's jar, and the file to write
     * @throws IOException if the jar cannot be read, or the file cannot be written
     */
    public static void main(String[] arguments) throws IOException {
        if (arguments == null || arguments.length != 2) {
            throw new IllegalArgumentException(
                    "pass dyn4j's jar and the file to write, was " + Arrays.toString(arguments));
        }
        ByteArrayOutputStream strict = new ByteArrayOutputStream();
        boolean isMarked = false;
        try (ZipInputStream jar = new ZipInputStream(Files.newInputStream(Path.of(arguments[0])));
                ZipOutputStream out = new ZipOutputStream(strict)) {
            for (ZipEntry entry = jar.getNextEntry(); entry != null; entry = jar.getNextEntry()) {
                if (entry.getName().matches("(?i)META-INF/.*[.](SF|RSA|DSA|EC)")) {
                    continue; // It signs what the classes were.
                }
                String bytes = new String(jar.readAllBytes(), ISO_8859_1);
                if (entry.getName().matches("org/dyn4j/.*[.]class")) {
                    bytes = bytes.replace(constant("java/lang/Math"), constant("java/lang/StrictMath"))
                            .replace(constant("java/util/HashMap"), constant("java/util/LinkedHashMap"));
                }
                if (entry.getName().equals("org/dyn4j/Version.class")) {
                    Matcher version = VERSION.matcher(bytes);
                    isMarked = version.find();
                    bytes = version.replaceFirst(found -> constant(found.group(1) + MARK));
                }
                ZipEntry copy = new ZipEntry(entry.getName());
                copy.setTime(entry.getTime());
                out.putNextEntry(copy);
                out.write(bytes.getBytes(ISO_8859_1));
            }
        }
        if (!isMarked) {
            throw new IllegalArgumentException(arguments[0] + " is not dyn4j's own jar; pass dyn4j-6.0.0.jar");
        }
        // As a whole, because a build that was cut off must not leave a part.
        Path part = Files.write(Path.of(arguments[1] + ".part"), strict.toByteArray());
        Files.move(part, Path.of(arguments[1]), StandardCopyOption.ATOMIC_MOVE);
    }

    /**
     * Returns a text as class files contain it, such as the name of a class that is used: after a 1 and its length. No
     * text contains a byte that is 0, so this finds only whole texts.
     */
    private static String constant(String text) {
        return "\1\0" + (char) text.length() + text;
    }
}
