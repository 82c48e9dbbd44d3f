"""Playing by post: inviting, answering, opening what came in, and telling that something did."""
