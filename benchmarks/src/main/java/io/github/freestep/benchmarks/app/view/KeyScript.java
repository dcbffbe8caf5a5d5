package io.github.freestep.benchmarks.app.view;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;

/** Keys to press before given frames, for runs without a keyboard. */
record KeyScript(List<Press> presses) {
    private static final Pattern FORM = Pattern.compile("(\\d{1,9}):(\\S+)");

    record Press(int frame, Key key) {}

    /** Reads {@code "60:T 120:Down"}: press T before frame 60 and Down before frame 120. */
    static final class Converter implements ITypeConverter<KeyScript> {
        @Override
        public KeyScript convert(String text) {
            List<Press> presses = new ArrayList<>();
            for (String word : text.isBlank() ? new String[0] : text.strip().split("\\s+")) {
                Matcher form = FORM.matcher(word);
                Key key = form.matches() ? Key.of(form.group(2)) : null;
                if (key == null) {
                    String labels =
                            Arrays.stream(Key.values()).map(each -> each.label).collect(Collectors.joining(", "));
                    throw new IllegalArgumentException(
                            "must be FRAME:KEY, as in \"60:T 120:Down\", where KEY is one of " + labels + ", was \""
                                    + word + "\"");
                }
                presses.add(new Press(Integer.parseInt(form.group(1)), key));
            }
            return new KeyScript(List.copyOf(presses));
        }
    }

    /** Returns the keys to press before a frame, in the order of the text. */
    List<Key> before(int frame) {
        return presses.stream()
                .filter(press -> press.frame == frame)
                .map(Press::key)
                .toList();
    }
}
