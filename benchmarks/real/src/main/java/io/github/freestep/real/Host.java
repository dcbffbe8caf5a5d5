package io.github.freestep.real;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A host, whose programs all get the same edits: {@code .change} has those of a user, and {@code .stage} those without
 * which nobody can play a program here. An edit that finds nothing in a file leaves it as it is.
 */
enum Host {
    JME("jMonkeyEngine with Minie", "import com.jme3.app.SimpleApplication;", "new BulletAppState()"),
    DYN4J("dyn4j", "import org.dyn4j.", "");

    final String title;

    /** What the sources of a program of this host contain. */
    final String sign;

    /** What a program contains if Freestep can take its place. */
    final String replaced;

    Host(String title, String sign, String replaced) {
        this.title = title;
        this.sign = sign;
        this.replaced = replaced;
    }

    /** Makes the edits of a user, or those for this stage. */
    String edited(String source, String edits) throws IOException {
        String text = source;
        String file = name().toLowerCase(Locale.ROOT) + "." + edits;
        try (InputStream bytes = Host.class.getResourceAsStream(file)) {
            String all = new String(bytes.readAllBytes(), StandardCharsets.UTF_8).replaceAll("\n$", "");
            for (String each : all.split("(^|\n)--- find\n")) {
                if (!each.isEmpty()) {
                    String[] parts = each.split("\n--- replace\n");
                    String replacement = parts.length == 1 ? "" : parts[1];
                    text = Pattern.compile(parts[0], Pattern.DOTALL)
                            .matcher(text)
                            .replaceAll(replacement);
                }
            }
        }
        return text;
    }

    /** Plays a program, and returns how many steps it takes, and where its bodies are and how they move. */
    String play(Class<?> program, int fps, double seconds) throws ReflectiveOperationException {
        return this == JME ? JmePlayer.play(program, fps, seconds) : Dyn4jPlayer.play(program, fps, seconds);
    }
}
