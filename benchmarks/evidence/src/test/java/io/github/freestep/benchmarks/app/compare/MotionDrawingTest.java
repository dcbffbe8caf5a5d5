package io.github.freestep.benchmarks.app.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import picocli.CommandLine;

class MotionDrawingTest {
    /** A title is what a screen reader says, and what a browser's tab shows. */
    @Test
    void eachPictureIsWellFormedAndHasATitleAndNoScript() throws Exception {
        int files = 0;
        try (DirectoryStream<Path> pictures = Files.newDirectoryStream(Path.of("..", "..", ".github"), "*.svg")) {
            for (Path picture : pictures) {
                Document parsed = DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(picture.toFile());
                Element svg = parsed.getDocumentElement();
                assertEquals("svg", svg.getTagName());
                assertEquals("title", svg.getElementsByTagName("*").item(0).getNodeName(), picture.toString());
                assertEquals(0, parsed.getElementsByTagName("script").getLength());
                files++;
            }
        }
        assertTrue(files > 5, files + " drawings");
    }

    @Test
    void thePicturesInTheTreeAreThoseOfTheCommand(@TempDir Path folder) throws Exception {
        StringWriter said = new StringWriter();
        assertEquals(
                0,
                new CommandLine(new CompareCommand())
                        .setOut(new PrintWriter(said))
                        .execute("--pictures", folder.toString()));
        for (String picture : List.of("newest.svg", "loops.svg", "delays.svg")) {
            assertEquals(
                    Files.readString(Path.of("..", "..", ".github", picture)),
                    Files.readString(folder.resolve(picture)),
                    "run compare --pictures .github");
        }
        assertEquals(3, said.toString().lines().count(), said::toString);
    }
}
