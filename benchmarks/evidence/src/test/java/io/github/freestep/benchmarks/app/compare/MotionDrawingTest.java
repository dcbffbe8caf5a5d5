package io.github.freestep.benchmarks.app.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import picocli.CommandLine;

class MotionDrawingTest {
    @Test
    void itIsWellFormedAndRunsNoScript() throws Exception {
        Document parsed = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(Path.of("..", "..", ".github", "motion.svg").toFile());
        assertEquals("svg", parsed.getDocumentElement().getTagName());
        assertEquals(0, parsed.getElementsByTagName("script").getLength());
    }

    /** Runs the commands of the page that names them. */
    @Test
    void theFilesInTheTreeAreThoseThatTheCommandsWrite(@TempDir Path folder) throws Exception {
        String page = Files.readString(Path.of("..", "gallery.md"));
        Matcher command = Pattern.compile("freestep-evidence\\.jar motion (.*--out )\\.github/(\\S+)")
                .matcher(page);
        int files = 0;
        for (; command.find(); files++) {
            Path drawn = folder.resolve(command.group(2));
            String[] options = (command.group(1) + drawn).split(" ");
            assertEquals(0, new CommandLine(new MotionCommand()).execute(options));
            String kept = Files.readString(Path.of("..", "..", ".github", command.group(2)));
            assertEquals(kept, Files.readString(drawn), "run " + command.group());
        }
        assertEquals(5, files);
    }
}
